import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import { deletedEntry } from '../../format/deleted-entry.ts';
import { joinPath } from '../../format/path.ts';
import type { PictureFile } from '../../ui/pictures.ts';
import type { FolderRow } from './folder-rows.ts';

/** What the large preview of a row of a folder shows; for a deleted item, its last version. */
export function lookedAt(folder: string, row: FolderRow) {
  const path = joinPath(folder, row.name);
  return row.kind === 'here'
    ? { path, entry: row.entry, commitId: null }
    : { path, entry: deletedEntry(row.item), commitId: row.item.commit_id };
}

interface ShownFolder {
  readonly library: Pick<LocalLibraryJson, 'id' | 'encrypted'>;
  readonly path: string;
  /** Taken from the listing, whose item may have changed since. */
  readonly commitId: string | null;
}

/** The picture that stands for a row of a folder, if it is one. */
export function pictureOfRow({ library, path: folder, commitId }: ShownFolder, row: FolderRow): PictureFile {
  const { path, entry, commitId: past } = lookedAt(folder, row);
  const of = { libraryId: library.id, isSecret: library.encrypted };
  return { ...of, path, commitId: past ?? commitId, id: entry.id, bytes: entry.size };
}
