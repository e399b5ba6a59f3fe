import { EMPTY_ID, type ObjectId } from '../objects/object-id.ts';
import { direntsByName } from './dirents-of.ts';
import type { ReadDir } from './read-dir.ts';

/** Enough to tell a folder from another. */
const ROWS_LOOKED_AT = 2_000;

/**
 * How much of the files below one folder is at the same place below another, from 0 to 1. Clients write another modifier
 * into each row of a folder that they rename, so that its id is a new one though its files are the same. Empty files
 * say nothing; of large folders a part is looked at.
 */
export async function likenessOf(readDir: ReadDir, folder: ObjectId, other: ObjectId): Promise<number> {
  const counts = { same: 0, all: 0, rows: 0 };
  const pending: [ObjectId, ObjectId | null][] = [[folder, other]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [id, otherId] = pair;
    if (id === EMPTY_ID || counts.rows > ROWS_LOOKED_AT) continue;
    const rows = await readDir(id);
    const others = otherId === null || otherId === EMPTY_ID ? null : await direntsByName(readDir, otherId, 0);
    counts.rows += rows.length;
    for (const row of rows) {
      const found = others?.get(row.name);
      if (row.kind === 'dir') pending.push([row.id, found?.kind === 'dir' ? found.id : null]);
      else if (row.id !== EMPTY_ID) {
        counts.all += 1;
        if (found?.kind === 'file' && found.id === row.id) counts.same += 1;
      }
    }
  }
  return counts.all === 0 ? 0 : counts.same / counts.all;
}
