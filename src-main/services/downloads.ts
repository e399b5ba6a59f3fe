import { DomainError } from '../core/errors.ts';
import type { Library } from '../core/library/library.ts';
import type { Dirent, FileDirent } from '../core/objects/dir-object.ts';
import type { Libraries } from '../store/sqlite/libraries.ts';
import type { ByteRange, LibraryContents } from './library-contents.ts';
import type { Clock, Ids } from './ports.ts';

/** A random capability for one file's bytes. */
export interface DownloadLink {
  readonly token: string;
  readonly name: string;
}

interface IssuedLink {
  readonly library: Library;
  readonly file: FileDirent;
  readonly expiresAtMs: number;
}

/** One hour, as reference servers give. */
const LIFETIME_MS = 3_600_000;

/** Enough for every row of a long listing to be fetched at once; the oldest link goes first. */
const MAX_LINKS = 10_000;

export interface DownloadsDependencies {
  readonly libraries: Libraries;
  readonly contents: LibraryContents;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Links to file content, kept in memory: they end with the process. */
export type Downloads = ReturnType<typeof createDownloads>;

export function createDownloads({ libraries, contents, clock, ids }: DownloadsDependencies) {
  const links = new Map<string, IssuedLink>();

  return {
    /** @throws DomainError `file-not-found` for a folder; `library-locked` for content the server cannot read */
    issue(library: Library, path: string, item: Dirent): DownloadLink {
      if (item.kind !== 'file') throw new DomainError('file-not-found', { value: path });
      if (library.encryption !== null) throw new DomainError('library-locked', { value: library.id });
      const oldest = links.keys().next();
      if (links.size >= MAX_LINKS && !oldest.done) links.delete(oldest.value);
      const token = ids.uuid();
      links.set(token, { library, file: item, expiresAtMs: clock.nowMs() + LIFETIME_MS });
      return { token, name: item.name };
    },

    /** @throws DomainError `link-not-found` when unknown, expired, or its library is gone */
    open(token: string): { file: FileDirent; read: (range?: ByteRange) => AsyncGenerator<Buffer> } {
      const link = links.get(token);
      if (
        link === undefined ||
        link.expiresAtMs <= clock.nowMs() ||
        libraries.find(link.library.id) === null
      ) {
        links.delete(token);
        throw new DomainError('link-not-found', { value: token });
      }
      return { file: link.file, read: (range) => contents.read(link.library, link.file, range) };
    },
  };
}
