import type { SubfolderJson } from '../../../src-shared/folder-choices-api.ts';
import type { LinkedFolderJson } from '../../../src-shared/folders-api.ts';
import { DomainError } from '../../core/errors.ts';
import { isWithin, joinPath } from '../../core/folder/folder-entry.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import { splitPath } from '../../core/tree/split-path.ts';
import { findEntry } from '../../core/tree/tree-lookup.ts';
import { walkTree } from '../../core/tree/walk.ts';
import { createReadDir } from '../../engine/reading/directory-reader.ts';
import type { FolderRunners } from './folder-runners.ts';
import type { LinkedFolderRunner } from './linked-folder.ts';
import type { LinkedFoldersDependencies } from './linked-folders-setup.ts';

/** More folders than people choose from in a list. */
const MAX_LISTED = 2000;

/** Limit of files and folders counted for one answer. */
const MAX_COUNTED = 200_000;
const MIN_COUNTED_EACH = 100;

const MAX_EXCLUDED = 1000;

/** Which subfolders of its library a linked folder has on this computer. */
export function createSubfolders(deps: LinkedFoldersDependencies, runners: FolderRunners) {
  /**
   * The subfolders of a folder of the library, by name, on this computer or not. In a very large one, the counts are
   * lower bounds.
   * @throws DomainError `linked-folder-not-found`, `folder-not-found`, `path-invalid`, `library-locked`
   */
  async function subfolders(id: string, path: string): Promise<SubfolderJson[]> {
    const runner = runners.find(id);
    const dir = splitPath(`/${path}`).join('/');
    const { readDir, rootId } = libraryOf(runner);
    const entry = await findEntry(readDir, rootId, `/${dir}`);
    if (entry?.kind !== 'dir') throw new DomainError('folder-not-found', { value: path });
    const dirents = (await readDir(entry.id)).filter(({ kind }) => kind === 'dir');
    const listed = dirents.reverse().slice(0, MAX_LISTED);
    const most = Math.max(MIN_COUNTED_EACH, Math.floor(MAX_COUNTED / Math.max(1, listed.length)));
    const excluded = deps.journal.exclusions(runner.folder.key);
    const found: SubfolderJson[] = [];
    for (const dirent of listed) {
      const inside = joinPath(dir, dirent.name);
      const isExcluded = excluded.some((other) => isWithin(inside, other));
      const count = await countInside(readDir, dirent.id, most);
      found.push({ name: dirent.name, path: inside, excluded: isExcluded, ...count });
    }
    return found;
  }

  /**
   * Leaves out exactly these subfolders: their files go from this computer and stay in the library. Those that were
   * left out before come back.
   * @throws DomainError `linked-folder-not-found`, `folder-not-found`, `path-invalid`, `argument-invalid`
   */
  async function exclude(id: string, paths: readonly string[]): Promise<LinkedFolderJson> {
    const runner = runners.find(id);
    if (paths.length > MAX_EXCLUDED)
      throw new DomainError('argument-invalid', { field: 'paths', reason: `more than ${MAX_EXCLUDED}` });
    const before = deps.journal.exclusions(runner.folder.key);
    const { readDir, rootId } = libraryOf(runner);
    const wanted = new Set<string>();
    for (const path of paths) {
      const clean = splitPath(`/${path}`).join('/');
      if (clean === '') throw new DomainError('path-invalid', { value: path, reason: 'root' });
      const isKnown = before.includes(clean) || (await isFolder(readDir, rootId, clean));
      if (!isKnown) throw new DomainError('folder-not-found', { value: path });
      wanted.add(clean);
    }
    await runner.exclude(outermost(wanted));
    return runner.toJson();
  }

  /** @throws DomainError `library-not-found`, `library-locked` */
  function libraryOf({ folder }: LinkedFolderRunner): { readDir: ReadDir; rootId: ObjectId } {
    const { authorEmail, libraryId } = folder;
    const { library } = deps.libraries.find({ email: authorEmail, isAdmin: false }, libraryId);
    deps.keys.require(library);
    return { readDir: createReadDir(deps.objectsFor(libraryId)), rootId: library.rootId };
  }

  return { subfolders, exclude };
}

async function isFolder(readDir: ReadDir, rootId: ObjectId, path: string): Promise<boolean> {
  return (await findEntry(readDir, rootId, `/${path}`))?.kind === 'dir';
}

async function countInside(readDir: ReadDir, id: ObjectId, most: number) {
  let files = 0;
  let bytes = 0;
  let counted = 0;
  for await (const { dirent } of walkTree(readDir, id)) {
    if (dirent.kind === 'file') {
      files++;
      bytes += dirent.sizeBytes;
    }
    counted++;
    if (counted === most) break;
  }
  return { files, bytes };
}

/** Without folders that lie inside another one. */
function outermost(paths: ReadonlySet<string>): string[] {
  const all = [...paths].sort();
  return all.filter((path) => !all.some((other) => other !== path && isWithin(path, other)));
}
