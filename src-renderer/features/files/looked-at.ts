import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import { deletedEntry } from '../../format/deleted-entry.ts';
import { joinPath } from '../../format/path.ts';
import type { PictureFile } from '../../ui/pictures.ts';
import type { FolderRow } from './folder-rows.ts';

/** What a large look at a row of a folder shows; of a deleted one, what it was last. */
export function lookedAt(folder: string, row: FolderRow) {
  const path = joinPath(folder, row.name);
  return row.kind === 'here'
    ? { path, entry: row.entry, commitId: null }
    : { path, entry: deletedEntry(row.item), commitId: row.item.commit_id };
}

interface ShownFolder {
  readonly library: Pick<LocalLibraryJson, 'id' | 'encrypted'>;
  readonly path: string;
  /** Of the listing: what it shows may have changed since. */
  readonly commitId: string | null;
}

/** The picture that stands for a row of a folder, if it is one. */
export function pictureOfRow({ library, path: folder, commitId }: ShownFolder, row: FolderRow): PictureFile {
  const { path, entry, commitId: past } = lookedAt(folder, row);
  const of = { libraryId: library.id, isSecret: library.encrypted };
  return { ...of, path, commitId: past ?? commitId, id: entry.id, bytes: entry.size };
}
