import { type FolderEntry, parentPath } from '../../src-main/core/folder/folder-entry.ts';
import { nameOf } from '../../src-main/core/library/path.ts';
import { EMPTY_ID, type ObjectId, objectIdOf } from '../../src-main/core/objects/object-id.ts';
import type { BatchChanges } from '../../src-main/folder/ingest/batch-changes.ts';
import type { DirListing, ListedEntry } from '../../src-main/folder/ports.ts';
import { MemoryIndex } from '../simulation/memory-index.ts';

/** A row of the folder index: of a file whose content is its path, or of a folder where that ends with a slash. */
export function folderRow(path: string, changes: Partial<FolderEntry> = {}): FolderEntry {
  const isDir = path.endsWith('/');
  const at = isDir ? path.slice(0, -1) : path;
  const place = { dir: parentPath(at), name: nameOf(at), isDir, objectId: isDir ? EMPTY_ID : objectIdOf(at) };
  return { ...place, sizeBytes: 10, mtimeMs: 1, ctimeMs: 1, inode: 1, mode: 0o100644, ...changes };
}

/** An index with a row for each path. */
export function folderIndexOf(...paths: readonly string[]): MemoryIndex {
  const index = new MemoryIndex();
  index.apply(1, { removed: [], put: paths.map((path) => folderRow(path)) });
  return index;
}

/** A listing of a folder with these entries and nothing else to say. */
export function folderListing(entries: readonly ListedEntry[], dir = ''): DirListing {
  const nothing = { unknownNames: [], problems: [], leftovers: [], ignoredCount: 0, linkCount: 0 };
  return { dir, mtimeMs: 1, isDeep: true, failure: null, entries, ...nothing };
}

/** What taking in these files of the linked folder itself means when each has another content than before. */
export function rewritingOf(names: readonly string[]): BatchChanges {
  const [before, after] = ['1'.repeat(40) as ObjectId, '2'.repeat(40) as ObjectId];
  const dirent = { kind: 'file', id: after, mode: 0o100644, mtimeSeconds: 1, sizeBytes: 1 } as const;
  return {
    changes: names.map((name) => ({
      ...{ op: 'put', path: `/${name}`, base: before },
      dirent: { ...dirent, modifier: 'm' },
    })),
    update: { removed: [], put: names.map((name) => folderRow(name, { objectId: after, sizeBytes: 1 })) },
    ...{ problems: [], again: [], addedFiles: 0 },
  };
}
