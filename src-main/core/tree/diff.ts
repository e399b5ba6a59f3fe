import type { Change } from '../history/change.ts';
import { joinPath } from '../library/path.ts';
import { compareNames, type Dirent } from '../objects/dir-object.ts';
import type { ObjectId } from '../objects/object-id.ts';
import { direntsByName } from './dirents-by-name.ts';
import type { ReadDir } from './read-dir.ts';
import { type PlacedDirent, pairRenames } from './renames.ts';
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

async function compareDirs(run: Comparison, pair: DirPair): Promise<void> {
  if (pair.oldId === pair.newId) return;
  const [oldRows, newRows] = await Promise.all([
    direntsByName(run.readDir, pair.oldId, pair.depth),
    direntsByName(run.readDir, pair.newId, pair.depth),
  ]);
  for (const [name, dirent] of oldRows) {
    if (!newRows.has(name)) run.found.removed.push({ path: joinPath(pair.path, name), dirent });
  }
  for (const [name, dirent] of newRows) {
    const before = oldRows.get(name);
    // Nearly all rows of a large folder.
    if (before !== undefined && isSameDirent(before, dirent)) continue;
    const path = joinPath(pair.path, name);
    if (before === undefined) run.found.added.push({ path, dirent });
    else if (before.kind === 'dir' && dirent.kind === 'dir') {
      await compareDirs(run, { oldId: before.id, newId: dirent.id, path, depth: pair.depth + 1 });
    } else compareEntries(run.found, path, { before, after: dirent });
  }
}

function compareEntries(found: Differences, path: string, pair: { before: Dirent; after: Dirent }): void {
  const { before, after } = pair;
  if (before.kind !== after.kind) {
    found.removed.push({ path, dirent: before });
    found.added.push({ path, dirent: after });
  } else {
    found.modified.push(describe('modified', { path, dirent: after }, { path, dirent: before }));
  }
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
