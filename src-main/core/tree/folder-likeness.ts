import { EMPTY_ID, type ObjectId } from '../objects/object-id.ts';
import { direntsByName, direntsOf } from './dirents-of.ts';
import type { ReadDir } from './read-dir.ts';

/** Enough to tell a folder from another. */
const ROWS_LOOKED_AT = 2_000;

/**
 * How much of the files below one folder is at the same place below another, from 0 to 1. Clients write another modifier
 * into each row of a folder that they rename, so that its id is a new one though its files are the same. Empty files
 * say nothing; of large folders a part is looked at.
 */
export async function likenessOf(readDir: ReadDir, folder: ObjectId, other: ObjectId): Promise<number> {
  const counts: Counts = { same: 0, all: 0, rows: 0 };
  const pending: FolderPair[] = [{ id: folder, otherId: other }];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop())
    if (counts.rows <= ROWS_LOOKED_AT) pending.push(...(await compare(readDir, pair, counts)));
  return counts.all === 0 ? 0 : counts.same / counts.all;
}

interface Counts {
  same: number;
  all: number;
  rows: number;
}

interface FolderPair {
  readonly id: ObjectId;
  /** Empty where there is none. */
  readonly otherId: ObjectId;
}

/** @returns the folders in them */
async function compare(readDir: ReadDir, { id, otherId }: FolderPair, counts: Counts): Promise<FolderPair[]> {
  const rows = await direntsOf(readDir, id, 0);
  const others = await direntsByName(readDir, otherId, 0);
  const inside: FolderPair[] = [];
  counts.rows += rows.length;
  for (const row of rows) {
    const found = others.get(row.name);
    if (row.kind === 'dir') inside.push({ id: row.id, otherId: found?.kind === 'dir' ? found.id : EMPTY_ID });
    else if (row.id !== EMPTY_ID) {
      counts.all += 1;
      if (found?.kind === 'file' && found.id === row.id) counts.same += 1;
    }
  }
  return inside;
}
