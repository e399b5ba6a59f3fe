import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { FileKey } from '../../core/library/encryption.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { joinPath, parsePath } from '../../core/library/path.ts';
import { ARCHIVES_AT_ONCE_PER_PERSON } from '../../core/limits.ts';
import { DIR_MODE, type DirDirent, type Dirent } from '../../core/objects/dir-object.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import { ArchivePaths } from '../../core/tree/archive-paths.ts';
import type { Clock } from '../../engine/ports.ts';
import type { LibraryContents } from '../../engine/reading/library-contents.ts';
import type { ReadingMemory } from '../../engine/reading/read-ahead.ts';
import type { AccessLinks, ZipTask } from '../access/access-links.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { Downloads } from './downloads.ts';

/** One file or folder of an archive. */
export interface ZipEntry {
  /** With '/' between folders, and at the end of a folder's own; one that leaves no folder in which it is unpacked. */
  readonly path: string;
  readonly mtimeSeconds: number;
  /** Null for a folder. */
  readonly content: AsyncGenerator<Buffer> | null;
}

export interface OpenedZip {
  readonly name: string;
  /** E-mail of whom the link is for; absent: for no particular user. */
  readonly person?: string;
  /**
   * Made as they are asked for. Ends with `link-not-found` when the archive is cancelled meanwhile.
   * @param memory asked for the memory of what is read; absent: the reader bounds it
   */
  readonly entries: (memory?: ReadingMemory) => AsyncGenerator<ZipEntry>;
}

export interface ZipProgress {
  /** Files in the archive. */
  readonly fileCount: number;
  readonly isCanceled: boolean;
}

export interface ZipRequest {
  readonly libraryId: LibraryId;
  readonly parentDir: string;
  /** What is in it; one empty name: the folder itself. */
  readonly names: readonly string[];
  /** As it was then; absent: as it is now. */
  readonly commitId?: CommitId | null;
}

interface Making {
  readonly key: FileKey | null;
  readonly paths: ArchivePaths;
  readonly memory: ReadingMemory | undefined;
}

interface Opening {
  readonly name: string;
  /** Whose streams are counted together. */
  readonly holder: string;
  readonly person: string | undefined;
  readonly make: (memory?: ReadingMemory) => AsyncGenerator<ZipEntry>;
}

export interface ZipDownloadsDependencies {
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
  readonly links: AccessLinks;
  readonly downloads: Pick<Downloads, 'keyFor'>;
  readonly clock: Clock;
}

/** Folders as archives. Nothing is prepared: an archive is made while it is sent. */
export type ZipDownloads = ReturnType<typeof createZipDownloads>;

export function createZipDownloads({ access, contents, links, downloads, clock }: ZipDownloadsDependencies) {
  const streams = new ZipStreams();

  async function itemsOf(
    library: Library,
    { parentDir, names, commitId = null }: ZipRequest,
  ): Promise<Dirent[]> {
    const items: Dirent[] = [];
    for (const name of new Set(names)) {
      const path = parsePath(joinPath(parentDir, name));
      const item = await contents.entryAt(library, path, commitId);
      if (item === null || (names.length === 1 && item.kind !== 'dir')) {
        throw new DomainError('folder-not-found', { value: path });
      }
      items.push(path === '/' ? wholeLibrary(library, item) : item);
    }
    return items;
  }

  async function fileCountOf(person: string, library: Library, items: readonly Dirent[]): Promise<number> {
    let count = 0;
    for (const item of items) count += (await contents.measureFor(person, library, { item })).fileCount;
    return count;
  }

  /**
   * A token for the archive of these items, for one hour.
   * @throws DomainError `library-not-found`, `permission-denied`; `folder-not-found` when something is not there, or
   * one item alone is no folder; `path-invalid`, `commit-not-found`
   */
  async function prepare(caller: Caller, request: ZipRequest): Promise<string> {
    const { library } = access.readable(caller, request.libraryId);
    const items = await itemsOf(library, request);
    const task = { fileCount: await fileCountOf(caller.email, library, items), isCanceled: false };
    const facts = { operation: 'zip', libraryId: library.id, caller } as const;
    return links.issue({ ...facts, items, name: nameOf(items, clock.nowMs()), task });
  }

  return {
    prepare,

    /** Like `prepare`, for a caller who can already read what will be in it. @throws DomainError also `library-locked` */
    async prepareForReader(caller: Caller, request: ZipRequest): Promise<string> {
      downloads.keyFor(caller, access.readable(caller, request.libraryId).library);
      return prepare(caller, request);
    },

    /** @throws DomainError `link-not-found` */
    progress(token: string): ZipProgress {
      return links.open(token, 'zip').grant.task;
    },

    /** Ends the archive, also one that is being sent. @throws DomainError `link-not-found` */
    cancel(token: string): void {
      links.open(token, 'zip').grant.task.isCanceled = true;
    },

    /** @throws DomainError as `AccessLinks.open`; `library-locked`; `busy` when two are being sent to the same person */
    open(token: string): OpenedZip {
      const { caller, items, name, task, libraryId } = links.open(token, 'zip').grant;
      requireRunning(task, token);
      const library = access.existing(libraryId);
      const key = downloads.keyFor(caller, library);
      const make = async function* (memory?: ReadingMemory) {
        const paths = new ArchivePaths();
        for (const item of items) {
          for await (const entry of entriesBelow(contents, { library, item }, { key, paths, memory })) {
            requireRunning(task, token);
            yield entry;
          }
        }
      };
      return streams.open({ name, holder: caller?.email ?? '', person: caller?.email, make });
    },

    /**
     * A folder for a visitor who was let in to it already.
     * @param visitor who counts as one person
     * @throws DomainError `busy` as `open`
     */
    openForVisitor(visitor: string, library: Library, folder: DirDirent): OpenedZip {
      const make = (memory?: ReadingMemory) =>
        entriesBelow(contents, { library, item: folder }, { key: null, paths: new ArchivePaths(), memory });
      return streams.open({
        name: `${folder.name}.zip`,
        holder: `visitor ${visitor}`,
        person: undefined,
        make,
      });
    },
  };
}

/** Archives that are being sent. */
class ZipStreams {
  /** How many there are, by whose they are. */
  readonly #running = new Map<string, number>();

  /** @throws DomainError `busy` when as many as one may have are being sent to them */
  open({ name, holder, person, make }: Opening): OpenedZip {
    if ((this.#running.get(holder) ?? 0) >= ARCHIVES_AT_ONCE_PER_PERSON)
      throw new DomainError('busy', { retryAfterSeconds: 5 });
    return {
      ...{ name, ...(person === undefined ? {} : { person }) },
      entries: (memory) => this.#counted(holder, () => make(memory)),
    };
  }

  async *#counted(holder: string, entries: () => AsyncGenerator<ZipEntry>): AsyncGenerator<ZipEntry> {
    this.#running.set(holder, (this.#running.get(holder) ?? 0) + 1);
    try {
      yield* entries();
    } finally {
      const left = (this.#running.get(holder) ?? 1) - 1;
      if (left === 0) this.#running.delete(holder);
      else this.#running.set(holder, left);
    }
  }
}

/** The item, and all that it holds. */
async function* entriesBelow(
  contents: LibraryContents,
  { library, item }: { readonly library: Library; readonly item: Dirent },
  { key, paths, memory }: Making,
): AsyncGenerator<ZipEntry> {
  const entryOf = (parent: string, dirent: Dirent): ZipEntry => {
    const content = dirent.kind === 'dir' ? null : contents.read(library, dirent, key, memory);
    return { path: paths.of(parent, dirent), mtimeSeconds: dirent.mtimeSeconds, content };
  };
  yield entryOf('', item);
  if (item.kind === 'file') return;
  for await (const { path, dirent } of contents.walk(library, item.id)) {
    const parent = path.slice(0, -dirent.name.length - 1);
    yield entryOf(`/${item.name}${parent}`, dirent);
  }
}

function nameOf(items: readonly Dirent[], nowMs: number): string {
  const [only, second] = items;
  if (only !== undefined && second === undefined) return `${only.name}.zip`;
  const today = new Date(nowMs);
  return `documents-export-${today.getUTCFullYear()}-${today.getUTCMonth() + 1}-${today.getUTCDate()}.zip`;
}

function requireRunning({ isCanceled }: ZipTask, token: string): void {
  if (isCanceled) throw new DomainError('link-not-found', { value: token });
}

/** The root has no name of its own. */
function wholeLibrary(library: Library, root: Dirent): Dirent {
  return {
    ...{ kind: 'dir', name: library.name, id: root.id, mode: DIR_MODE },
    mtimeSeconds: library.updatedAtSeconds,
  };
}
