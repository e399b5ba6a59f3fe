import { DomainError } from '../../core/errors.ts';
import {
  pickDirent,
  planPicks,
  type Random,
  type RehearsalPick,
  type RehearsedLibrary,
} from '../../core/history/rehearsal-picks.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { isSampleId } from '../../core/library/sample-id.ts';
import type { FileDirent } from '../../core/objects/dir-object.ts';
import { decodeFileInSteps } from '../../core/objects/file-object.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { inSteps } from '../../core/steps.ts';
import type { Ports } from '../../engine/ports.ts';
import { createReadDir } from '../../engine/reading/directory-reader.ts';
import { isUnreadable } from '../../engine/reading/stored-commits.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { OpenBackup } from '../../store/backup/open-backup.ts';
import type { HistoryEntry } from '../../store/sqlite/history.ts';
import type { WatchedWork } from './watched-work.ts';

/** A file that did not come back, or not as it was. */
export interface LostFile {
  readonly libraryId: LibraryId;
  readonly libraryName: string;
  readonly commitId: string;
  /** As far as the way to it could be read. */
  readonly path: string;
  /** `object-missing`, `object-corrupt`, or `size`. */
  readonly reason: string;
}

export interface RehearsalReport {
  readonly folder: string;
  /** When the backup was made. */
  readonly madeAtSeconds: number;
  /** That came back and were equal. */
  readonly files: number;
  readonly bytes: number;
  readonly libraries: number;
  readonly lost: readonly LostFile[];
}

type RehearsalRunDependencies = Pick<Ports, 'libraryTable' | 'historyTable'>;

const FILES = 40;
const BYTES = 1024 * 1024 * 1024;
/** Folders may be empty, and the same file may come by again. */
const MOST_PICKS = 2 * FILES;
const MOST_DEPTH = 200;

/** One rehearsal: some files of a backup are read out of it, and what hashes to the ids that the libraries here give is equal. */
export class RehearsalRun {
  readonly #deps: RehearsalRunDependencies;
  readonly #backup: OpenBackup;
  readonly #watched: WatchedWork;
  readonly #lost: LostFile[] = [];
  readonly #compared = new Set<string>();
  readonly #libraries = new Set<LibraryId>();
  readonly #objects = new Map<LibraryId, ReturnType<OpenBackup['objects']>>();
  #files = 0;
  #bytes = 0;

  constructor(deps: RehearsalRunDependencies, backup: OpenBackup, watched: WatchedWork) {
    this.#deps = deps;
    this.#backup = backup;
    this.#watched = watched;
  }

  async run(random: Random): Promise<Omit<RehearsalReport, 'folder'>> {
    const picks = planPicks([...this.#rehearsable()], MOST_PICKS, random);
    for (const pick of picks) {
      const count = this.#files + this.#lost.length;
      if (count >= FILES || this.#bytes >= BYTES) break;
      this.#watched.onProgress(count, FILES);
      await this.#rehearse(pick, random);
    }
    return {
      madeAtSeconds: this.#backup.madeAtSeconds,
      ...{ files: this.#files, bytes: this.#bytes, libraries: this.#libraries.size, lost: this.#lost },
    };
  }

  /** Libraries that are here and there, with the commits whose content both keep. Without samples, which have no files of users. */
  *#rehearsable(): Iterable<RehearsedLibrary> {
    for (const there of this.#backup.libraryTable.all()) {
      const here = this.#deps.libraryTable.find(there.id);
      if (here === null || there.origin !== undefined || isSampleId(there.id)) continue;
      const fromSeq = Math.max(here.retainedFromSeq, there.retainedFromSeq);
      const headSeq = Math.min(here.headSeq, there.headSeq);
      if (fromSeq <= headSeq) yield { id: there.id, fromSeq, headSeq };
    }
  }

  async #rehearse({ libraryId, seq, wantsLarge }: RehearsalPick, random: Random): Promise<void> {
    const library = this.#deps.libraryTable.find(libraryId);
    // What the library here says; the backup is believed nothing but what hashes to it.
    const entry = this.#deps.historyTable.findBySeq(libraryId, seq);
    if (library === null || entry === null || !this.#isThere(libraryId, entry)) return;
    let path = '';
    try {
      await this.#read(libraryId, 'commit', entry.id);
      const way = { libraryId, rootId: entry.rootId, wantsLarge, random };
      const file = await this.#find(way, (on) => {
        path = on;
      });
      if (file === null || this.#compared.has(file.id)) return;
      this.#compared.add(file.id);
      const bytes = await this.#restore(library, file);
      if (bytes === null) return;
      this.#files += 1;
      this.#bytes += bytes;
      this.#libraries.add(libraryId);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      const { code } = error;
      this.#lose({ libraryId, libraryName: library.name, commitId: entry.id, path, reason: code });
    }
  }

  #isThere(libraryId: LibraryId, { id }: HistoryEntry): boolean {
    return this.#backup.historyTable.find(libraryId, id) !== null;
  }

  /** Each place once. */
  #lose(lost: LostFile): void {
    const isKnown = this.#lost.some(
      (other) => other.libraryId === lost.libraryId && other.path === lost.path,
    );
    if (!isKnown) this.#lost.push(lost);
  }

  /** A file of the commit, found by going down at random; null: it ended in an empty folder. */
  async #find(
    { libraryId, rootId, wantsLarge, random }: WayDown,
    onPath: (path: string) => void,
  ): Promise<FileDirent | null> {
    const readDir = createReadDir(this.#objectsOf(libraryId));
    let folder = rootId;
    let path = '';
    for (let depth = 0; depth < MOST_DEPTH; depth += 1) {
      this.#watched.signal.throwIfAborted();
      const next = pickDirent(await readDir(folder), wantsLarge, random);
      if (next === null) return null;
      path = `${path}/${next.name}`;
      onPath(path);
      if (next.kind === 'file') return next;
      folder = next.id;
    }
    return null;
  }

  /** How many bytes came back, block by block, none of which is kept; null: the file is too large for what is left. */
  async #restore({ id, encryption }: Library, file: FileDirent): Promise<number | null> {
    if (file.id === EMPTY_ID) return 0;
    const object = await this.#read(id, 'fs', file.id);
    const { blockIds, sizeBytes } = await inSteps(decodeFileInSteps(file.id, object), yieldToEventLoop);
    if (sizeBytes > BYTES - this.#bytes) return null;
    let bytes = 0;
    for (const block of blockIds) bytes += (await this.#read(id, 'block', block)).length;
    // Blocks of encrypted libraries are longer than what is in them.
    if (encryption === null && bytes !== sizeBytes)
      throw new DomainError('object-corrupt', { value: file.id });
    return bytes;
  }

  /** Verified: the bytes hash to the id. */
  #read(libraryId: LibraryId, kind: 'commit' | 'fs' | 'block', objectId: string): Promise<Buffer> {
    this.#watched.signal.throwIfAborted();
    return this.#objectsOf(libraryId).read(kind, objectId);
  }

  #objectsOf(libraryId: LibraryId): ReturnType<OpenBackup['objects']> {
    const known = this.#objects.get(libraryId);
    if (known !== undefined) return known;
    const objects = this.#backup.objects(libraryId);
    this.#objects.set(libraryId, objects);
    return objects;
  }
}

interface WayDown {
  readonly libraryId: LibraryId;
  readonly rootId: ObjectId;
  readonly wantsLarge: boolean;
  readonly random: Random;
}
