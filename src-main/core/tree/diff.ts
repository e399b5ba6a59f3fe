import type { Change } from '../history/change.ts';
import { joinPath } from '../library/path.ts';
import { compareNames, type Dirent } from '../objects/dir-object.ts';
import type { ObjectId } from '../objects/object-id.ts';
import { direntsOf } from './dirents-of.ts';
import type { ReadDir } from './read-dir.ts';
import { type PlacedDirent, pairRenames } from './renames.ts';
import { sideBySide } from './side-by-side.ts';
import { isSameDirent } from './working-tree.ts';

/**
 * What turns one tree into another, ascending by the UTF-8 bytes of the path, at one path what goes before what comes.
 *
 * Folders that have the same id on both sides are not read. An added or removed folder is one change and is not read
 * either, so something moved into a new folder is not seen as moved. A file whose time, mode or modifier is all that
 * differs counts as modified; the times of folders count for nothing.
 * @throws DomainError `object-corrupt` for trees that are too deep.
 */
export async function diffTrees(
  readDir: ReadDir,
  oldRootId: ObjectId,
  newRootId: ObjectId,
): Promise<Change[]> {
  const found: Differences = { removed: [], added: [], modified: [] };
  await compareDirs({ readDir, found }, { oldId: oldRootId, newId: newRootId, path: '/', depth: 0 });
  const { renamed, removed, added } = pairRenames(found.removed.sort(byPath), found.added.sort(byPath));
  // The sort keeps equal paths as they are here: what leaves a path is told before what comes to it.
  const changes = [
    ...renamed.map(({ from, to }) => describe('renamed', to, from)),
    ...removed.map((gone) => describe(gone.dirent.kind === 'dir' ? 'deldir' : 'removed', gone, gone)),
    ...added.map((come) => describe(come.dirent.kind === 'dir' ? 'newdir' : 'new', come)),
    ...found.modified,
  ];
  return changes.sort(byPath);
}

interface Differences {
  readonly removed: PlacedDirent[];
  readonly added: PlacedDirent[];
  readonly modified: Change[];
}

interface Comparison {
  readonly readDir: ReadDir;
  readonly found: Differences;
}

interface DirPair {
  readonly oldId: ObjectId;
  readonly newId: ObjectId;
  readonly path: string;
  readonly depth: number;
}

async function compareDirs({ readDir, found }: Comparison, pair: DirPair): Promise<void> {
  if (pair.oldId === pair.newId) return;
  const [oldRows, newRows] = await Promise.all([
    direntsOf(readDir, pair.oldId, pair.depth),
    direntsOf(readDir, pair.newId, pair.depth),
  ]);
  for (const [before, dirent] of sideBySide(oldRows, newRows)) {
    // Nearly all rows of a large folder.
    if (before === dirent || (before !== undefined && dirent !== undefined && isSameDirent(before, dirent)))
      continue;
    const path = joinPath(pair.path, (before ?? dirent)?.name ?? '');
    if (before?.kind === 'dir' && dirent?.kind === 'dir') {
      const inside = { oldId: before.id, newId: dirent.id, path, depth: pair.depth + 1 };
      await compareDirs({ readDir, found }, inside);
    } else compareEntries(found, path, { before, after: dirent });
  }
}

interface EntryPair {
  readonly before: Dirent | undefined;
  readonly after: Dirent | undefined;
}

function compareEntries(found: Differences, path: string, { before, after }: EntryPair): void {
  if (before !== undefined && before.kind === after?.kind) {
    found.modified.push(describe('modified', { path, dirent: after }, { path, dirent: before }));
    return;
  }
  if (before !== undefined) found.removed.push({ path, dirent: before });
  if (after !== undefined) found.added.push({ path, dirent: after });
}

function describe(op: Change['op'], now: PlacedDirent, before?: PlacedDirent): Change {
  const { dirent } = now;
  return {
    op,
    path: before?.path ?? now.path,
    newPath: op === 'renamed' ? now.path : '',
    isDir: dirent.kind === 'dir',
    objectId: dirent.id,
    sizeBytes: sizeOf(dirent),
    oldSizeBytes: before === undefined ? 0 : sizeOf(before.dirent),
  };
}

function byPath(a: { path: string }, b: { path: string }): number {
  return compareNames(a.path, b.path);
}

function sizeOf(dirent: Dirent): number {
  return dirent.kind === 'file' ? dirent.sizeBytes : 0;
}
