import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { LinkedFolder } from '../../core/folder/linked-folder.ts';
import type { FolderLibrary } from './linked-folder-setup.ts';
import type { LinkedFoldersDependencies } from './linked-folders-setup.ts';

/** A folder follows within a second; a user at the keyboard makes no more commits than this in between. */
const COMMITS_EXAMINED = 100;

/** The library of a linked folder, as the user who linked the folder may see it at the moment of each question. */
export function folderLibrary(
  { authorEmail, libraryId }: Pick<LinkedFolder, 'authorEmail' | 'libraryId'>,
  {
    libraries,
    keys,
    history,
    changeLibrary,
    device,
  }: Pick<LinkedFoldersDependencies, 'libraries' | 'keys' | 'history' | 'changeLibrary' | 'device'>,
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
    isOwnChangeSince(rootId) {
      const headSeq = seen()?.library.headSeq ?? 0;
      const wanted = { from: headSeq, downTo: 1, limit: COMMITS_EXAMINED };
      let isOwn = true;
      let isOwnSince = false;
      for (const commit of history.range(libraryId, wanted)) {
        // The oldest counts: others may have restored that tree since, and this folder holds what came after it.
        if (commit.rootId === rootId) isOwnSince = isOwn;
        const isHere = commit.deviceName === device || changeLibrary.wasAskedFirst(commit.id);
        isOwn &&= isHere && commit.authorEmail === authorEmail;
      }
      return isOwnSince;
    },
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
