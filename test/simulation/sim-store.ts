import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { type ObjectId, objectIdOf } from '../../src-main/core/objects/object-id.ts';
import type { HeadEntry, HeadJournal, NewHeadEntry } from '../../src-main/store/head-journal.ts';
import { createMemoryObjectStore } from '../../src-main/store/memory-object-store.ts';
import type {
  HashedObject,
  LibraryObjects,
  NewFile,
  ObjectKind,
  ObjectStore,
} from '../../src-main/store/objects/object-store.ts';

type Step = <T>(label: string, work: () => T) => Promise<T>;

/**
 * An object store whose every write waits for its turn, and which knows after a crash only what was flushed, as the
 * real one does.
 */
export class SimObjectStore implements ObjectStore {
  /** What is flushed; read by who keeps account. */
  readonly safe: ObjectStore;
  readonly #step: Step;
  readonly #libraries = new Map<LibraryId, WaitingObjects>();

  readonly #isFlushLazy: boolean;

  constructor(step: Step, { nowSeconds, isFlushLazy }: { nowSeconds: () => number; isFlushLazy: boolean }) {
    this.#step = step;
    this.#isFlushLazy = isFlushLazy;
    this.safe = createMemoryObjectStore({ nowSeconds });
  }

  library(libraryId: LibraryId): LibraryObjects {
    const found =
      this.#libraries.get(libraryId) ??
      new WaitingObjects(this.safe.library(libraryId), this.#step, this.#isFlushLazy);
    this.#libraries.set(libraryId, found);
    return found;
  }

  acceptContent(sizeBytes: number): Promise<void> {
    return this.safe.acceptContent(sizeBytes);
  }

  async removeLibrary(libraryId: LibraryId): Promise<void> {
    this.#libraries.delete(libraryId);
    await this.safe.removeLibrary(libraryId);
  }

  async close(): Promise<void> {
    await this.safe.close();
  }

  /** The process is gone, and all that it had not flushed. */
  forget(): void {
    this.#libraries.clear();
  }
}

interface WaitingObject {
  readonly kind: ObjectKind;
  readonly id: string;
  readonly bytes: Buffer;
}

class WaitingObjects implements LibraryObjects {
  readonly #safe: LibraryObjects;
  readonly #step: Step;
  #waiting = new Map<string, WaitingObject>();

  readonly #isFlushLazy: boolean;

  constructor(safe: LibraryObjects, step: Step, isFlushLazy: boolean) {
    this.#safe = safe;
    this.#step = step;
    this.#isFlushLazy = isFlushLazy;
  }

  has(kind: ObjectKind, id: string): boolean {
    return this.#waiting.has(kind + id) || this.#safe.has(kind, id);
  }

  sizeOf(kind: ObjectKind, id: string): number | null {
    return this.#waiting.get(kind + id)?.bytes.length ?? this.#safe.sizeOf(kind, id);
  }

  async read(kind: ObjectKind, id: string): Promise<Buffer> {
    const waiting = this.#waiting.get(kind + id);
    return waiting === undefined ? this.#safe.read(kind, id) : Buffer.from(waiting.bytes);
  }

  async writeOut(files: readonly NewFile[]): Promise<readonly number[]> {
    return [...files.keys()];
  }

  async write(kind: ObjectKind, id: string, bytes: Uint8Array): Promise<void> {
    const copy = Buffer.from(bytes);
    await this.#step(`store ${kind}`, () => {
      this.#waiting.set(kind + id, { kind, id, bytes: copy });
    });
  }

  async writeHashed({ kind, id, bytes }: HashedObject): Promise<void> {
    await this.write(kind, id, bytes);
  }

  async touch(kind: ObjectKind, id: string): Promise<boolean> {
    return this.has(kind, id);
  }

  async add(block: Buffer, expectedId?: ObjectId): Promise<ObjectId> {
    const id = expectedId ?? objectIdOf(block);
    await this.write('block', id, block);
    return id;
  }

  addNamed(block: Buffer, id: ObjectId): Promise<void> {
    return this.write('block', id, block);
  }

  async flush(): Promise<void> {
    const written = [...this.#waiting.values()];
    const isDone = this.#step('flush', () => undefined).then(() => this.#keep(written));
    if (this.#isFlushLazy) isDone.catch(() => undefined);
    else await isDone;
  }

  async #keep(written: readonly WaitingObject[]): Promise<void> {
    for (const { kind, id, bytes } of written) {
      await this.#safe.write(kind, id, bytes);
      this.#waiting.delete(kind + id);
    }
    await this.#safe.flush();
  }

  list() {
    return this.#safe.list();
  }

  damaged() {
    return this.#safe.damaged();
  }

  remove(...request: Parameters<LibraryObjects['remove']>) {
    return this.#safe.remove(...request);
  }

  compact() {
    return this.#safe.compact();
  }
}

/** A head journal in memory, in which every entry waits for its turn and is safe from then on. */
export class SimJournal implements HeadJournal {
  readonly #step: Step;
  readonly #entries: HeadEntry[] = [];

  constructor(step: Step) {
    this.#step = step;
  }

  append(entries: readonly NewHeadEntry[]): Promise<void> {
    return this.#step('journal', () => {
      for (const entry of entries) this.#entries.push({ ...entry, seq: this.#entries.length + 1 });
    });
  }

  async readAll() {
    const nextSeq = this.#entries.length + 1;
    const sound = { damagedLines: [], hasTornTail: false, isBegun: true, endsWithNewline: true };
    return { entries: this.#entries, nextSeq, ...sound };
  }

  async lastHeads(): Promise<ReadonlyMap<LibraryId, HeadEntry>> {
    return new Map(this.#entries.map((entry) => [entry.library_id, entry]));
  }

  lastHeadOf(id: LibraryId): HeadEntry | null {
    return this.#entries.findLast((entry) => entry.library_id === id) ?? null;
  }

  async close(): Promise<void> {
    // Nothing is open.
  }
}
