import type { Caller } from '../core/access/caller.ts';
import { DomainError } from '../core/errors.ts';
import type { LinkedFolder } from '../core/folder/linked-folder.ts';
import type { FolderLibrary } from './linked-folder-setup.ts';
import type { LinkedFoldersDependencies } from './linked-folders-setup.ts';

/** The library of a linked folder, as whoever linked the folder may see it at the moment of each question. */
export function folderLibrary(
  { authorEmail, libraryId }: Pick<LinkedFolder, 'authorEmail' | 'libraryId'>,
  { libraries, keys }: Pick<LinkedFoldersDependencies, 'libraries' | 'keys'>,
): FolderLibrary {
  const author: Caller = { email: authorEmail, isAdmin: false };
  const seen = () => {
    try {
      return libraries.find(author, libraryId);
    } catch (error) {
      if (error instanceof DomainError) return null;
      throw error;
    }
  };
  return {
    name: () => seen()?.library.name ?? '',
    fileCount: () => seen()?.library.fileCount ?? 0,
    headRootId: () => seen()?.library.rootId ?? null,
    requireWritable() {
      const { permission } = libraries.find(author, libraryId);
      if (permission !== 'rw') throw new DomainError('library-read-only', { value: libraryId });
    },
    fileKey() {
      const library = seen()?.library;
      return library === undefined ? null : keys.require(library);
    },
    encryption() {
      const library = seen()?.library;
      return library === undefined ? 'none' : keys.stateOf(library);
    },
    isRemembered: () => keys.isRemembered(libraryId),
  };
}
