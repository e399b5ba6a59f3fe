import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { FileKey } from '../../core/library/encryption.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { Dirent, FileDirent } from '../../core/objects/dir-object.ts';
import type { FileContent } from '../../engine/reading/file-content.ts';
import type { LibraryContents } from '../../engine/reading/library-contents.ts';
import type { AccessLinks } from '../access/access-links.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { UnlockedLibraries } from '../access/unlocked-libraries.ts';

/** A random capability for one file's bytes. */
export interface DownloadLink {
  readonly token: string;
  readonly name: string;
}

export interface DownloadOptions {
  /** Who the link is for: it ends when they may not read the library any more. Absent: it ends with the library. */
  readonly caller?: Caller;
  /** The caller reaches the library as an administrator of the server. */
  readonly isAdministering?: boolean;
  /** Good for one download. */
  readonly once?: boolean;
}

/** A file that a link leads to. */
export interface OpenedDownload {
  readonly file: Pick<FileDirent, 'id' | 'name'>;
  /** Its bytes come decrypted and only as a whole. */
  readonly isEncrypted: boolean;
  readonly content: FileContent;
  /** E-mail of the user the link is for; absent: for no particular user. */
  readonly person?: string;
}

export interface DownloadsDependencies {
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
  readonly links: AccessLinks;
  readonly unlocked: Pick<UnlockedLibraries, 'keyFor'>;
}

/** Links to file content. */
export type Downloads = ReturnType<typeof createDownloads>;

export function createDownloads({ access, contents, links, unlocked }: DownloadsDependencies) {
  /** Null for a plain library. @throws DomainError `library-locked` */
  function keyFor(caller: Caller | null, { id, encryption }: Library): FileKey | null {
    if (encryption === null) return null;
    const key = caller === null ? null : unlocked.keyFor(caller, id);
    if (key === null) throw new DomainError('library-locked', { value: id });
    return key;
  }

  return {
    keyFor,

    /**
     * A link for one hour. Whether an encrypted library is unlocked for the caller is asked when the link is used.
     * @throws DomainError `file-not-found` for a folder; `library-locked` for an encrypted library without caller
     */
    issue(library: Library, path: string, item: Dirent, options: DownloadOptions = {}): DownloadLink {
      if (item.kind !== 'file') throw new DomainError('file-not-found', { value: path });
      const { caller = null, isAdministering = false, once = false } = options;
      if (caller === null) keyFor(null, library);
      const facts = { operation: 'download', libraryId: library.id, file: item } as const;
      const token = links.issue({ ...facts, caller, isAdministering }, { once });
      return { token, name: item.name };
    },

    /**
     * A file of a library that the caller reaches, without a link.
     * @throws DomainError `library-not-found`, `permission-denied`, `library-locked`, `object-missing`, `object-corrupt`
     */
    async openFor(
      caller: Caller,
      libraryId: LibraryId,
      file: Pick<FileDirent, 'id' | 'name'>,
    ): Promise<OpenedDownload> {
      const { library } = access.readable(caller, libraryId);
      const key = keyFor(caller, library);
      const content = await contents.open(library, file, key);
      return { file, isEncrypted: key !== null, content, person: caller.email };
    },

    /** @throws DomainError as `AccessLinks.open`; `library-locked`, `object-missing`, `object-corrupt` */
    async open(token: string): Promise<OpenedDownload> {
      const { grant, use } = links.open(token, 'download');
      const { file, caller, libraryId } = grant;
      const library = access.existing(libraryId);
      const key = keyFor(caller, library);
      const { sizeBytes, read } = await contents.open(library, file, key);
      const content: FileContent = {
        sizeBytes,
        read: (range, memory) => {
          use();
          return read(range, memory);
        },
      };
      const whose = caller === null ? {} : { person: caller.email };
      return { file, isEncrypted: key !== null, content, ...whose };
    },
  };
}
