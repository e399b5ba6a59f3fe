import { EMPTY_ID, type ObjectId } from '../objects/object-id.ts';
import { direntsByName, direntsOf } from './dirents-of.ts';
import type { ReadDir } from './read-dir.ts';

/** Enough to tell a folder from another. */
const ROWS_LOOKED_AT = 2_000;

/**
 * How much of the files below two folders is at the same place in both, from 0 to 1, by the one with more files: a folder
 * that has the few files of another among many of its own is not that. Clients write another modifier into each row of a
 * folder that they rename, so that its id is a new one though its files are the same. Empty files say nothing; of large
 * folders a part is looked at.
 */
export async function likenessOf(readDir: ReadDir, folder: ObjectId, other: ObjectId): Promise<number> {
  const counts: Counts = { same: 0, all: 0, allOthers: 0, rows: 0 };
  const pending: FolderPair[] = [{ id: folder, otherId: other }];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop())
    if (counts.rows <= ROWS_LOOKED_AT) pending.push(...(await compare(readDir, pair, counts)));
  return counts.all === 0 ? 0 : counts.same / Math.max(counts.all, counts.allOthers);
}

interface Counts {
  same: number;
  all: number;
  allOthers: number;
  rows: number;
}

/** Empty where there is none. */
interface FolderPair {
  readonly id: ObjectId;
  readonly otherId: ObjectId;
}

/** @returns the folders in them */
async function compare(readDir: ReadDir, { id, otherId }: FolderPair, counts: Counts): Promise<FolderPair[]> {
  const rows = await direntsOf(readDir, id, 0);
  const others = await direntsByName(readDir, otherId, 0);
  const inside: FolderPair[] = [];
  counts.rows += rows.length + others.size;
  const names = new Set(rows.filter(({ kind }) => kind === 'dir').map(({ name }) => name));
  for (const { kind, name, id: otherDir } of others.values()) {
    if (kind === 'file') counts.allOthers += otherDir === EMPTY_ID ? 0 : 1;
    else if (!names.has(name)) inside.push({ id: EMPTY_ID, otherId: otherDir });
  }
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
