import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { type ObjectId, objectIdOf } from '../../src-main/core/objects/object-id.ts';
import type { HeadEntry, HeadJournal, NewHeadEntry } from '../../src-main/store/head-journal.ts';
import type {
  HashedObject,
  LibraryObjects,
  NewFile,
  ObjectKind,
  ObjectName,
  ObjectStore,
  RemovedObjects,
  StoredObject,
} from '../../src-main/store/objects/object-store.ts';
import { isEmptyObject, objectMissing, verifyObject } from '../../src-main/store/repository/verify.ts';

type Step = <T>(label: string, work: () => T) => Promise<T>;

/**
 * An object store whose every write waits for its turn, and which knows after a crash only what was flushed, as the
 * real one does.
 */
export class SimObjectStore implements ObjectStore {
  readonly #step: Step;
  readonly #options: SimStoreOptions;
  readonly #flushed = new Map<LibraryId, FlushedObjects>();
  readonly #libraries = new Map<LibraryId, WaitingObjects>();

  constructor(step: Step, options: SimStoreOptions) {
    this.#step = step;
    this.#options = options;
  }

  /** What is flushed of a library; read by who keeps account. */
  flushed(libraryId: LibraryId): FlushedObjects {
    const found = this.#flushed.get(libraryId) ?? new FlushedObjects(this.#options.nowSeconds);
    this.#flushed.set(libraryId, found);
    return found;
  }

  library(libraryId: LibraryId): LibraryObjects {
    const found =
      this.#libraries.get(libraryId) ??
      new WaitingObjects(this.flushed(libraryId), this.#step, this.#options.isFlushLazy);
    this.#libraries.set(libraryId, found);
    return found;
  }

  async acceptContent(): Promise<void> {
    // There is room.
  }

  async removeLibrary(libraryId: LibraryId): Promise<void> {
    this.#libraries.delete(libraryId);
    this.#flushed.delete(libraryId);
  }

  async close(): Promise<void> {
    // Nothing is open.
  }

  /** The process is gone, and all that it had not flushed. */
  forget(): void {
    this.#libraries.clear();
  }
}

export interface SimStoreOptions {
  readonly nowSeconds: () => number;
  readonly isFlushLazy: boolean;
}

interface WaitingObject extends ObjectName {
  readonly bytes: Buffer;
}

/** The flushed objects of one library. Quicker than a store in memory, of which the simulation would need a thousand. */
export class FlushedObjects {
  readonly #nowSeconds: () => number;
  readonly #objects = new Map<string, WaitingObject & { readonly storedAtSeconds: number }>();

  constructor(nowSeconds: () => number) {
    this.#nowSeconds = nowSeconds;
  }

  has(kind: ObjectKind, id: string): boolean {
    return this.sizeOf(kind, id) !== null;
  }

  sizeOf(kind: ObjectKind, id: string): number | null {
    if (isEmptyObject(kind, id)) return 0;
    return this.#objects.get(kind + id)?.bytes.length ?? null;
  }

  async read(kind: ObjectKind, id: string): Promise<Buffer> {
    if (isEmptyObject(kind, id)) return Buffer.alloc(0);
    const object = this.#objects.get(kind + id);
    if (object === undefined) throw objectMissing(id);
    return Buffer.from(object.bytes);
  }

  keep(object: WaitingObject): void {
    verifyObject(object, object.bytes, objectIdOf);
    if (isEmptyObject(object.kind, object.id)) return;
    this.#objects.set(object.kind + object.id, { ...object, storedAtSeconds: this.#nowSeconds() });
  }

  list(): StoredObject[] {
    return [...this.#objects.values()].map(({ kind, id, bytes, storedAtSeconds }) => {
      return { kind, id, sizeBytes: bytes.length, storedBytes: bytes.length, storedAtSeconds };
    });
  }

  remove(objects: readonly ObjectName[], lastReferencedBeforeSeconds: number): RemovedObjects {
    const total = { removed: 0, bytes: 0 };
    for (const { kind, id } of objects) {
      const object = this.#objects.get(kind + id);
      if (object === undefined || object.storedAtSeconds >= lastReferencedBeforeSeconds) continue;
      this.#objects.delete(kind + id);
      total.removed += 1;
      total.bytes += object.bytes.length;
    }
    return total;
  }
}

class WaitingObjects implements LibraryObjects {
  readonly #flushed: FlushedObjects;
  readonly #step: Step;
  #waiting = new Map<string, WaitingObject>();

  readonly #isFlushLazy: boolean;

  constructor(flushed: FlushedObjects, step: Step, isFlushLazy: boolean) {
    this.#flushed = flushed;
    this.#step = step;
    this.#isFlushLazy = isFlushLazy;
  }

  has(kind: ObjectKind, id: string): boolean {
    return this.#waiting.has(kind + id) || this.#flushed.has(kind, id);
  }

  sizeOf(kind: ObjectKind, id: string): number | null {
    return this.#waiting.get(kind + id)?.bytes.length ?? this.#flushed.sizeOf(kind, id);
  }

  async read(kind: ObjectKind, id: string): Promise<Buffer> {
    const waiting = this.#waiting.get(kind + id);
    return waiting === undefined ? this.#flushed.read(kind, id) : Buffer.from(waiting.bytes);
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

  async flush(): Promise<void> {
    const written = [...this.#waiting.values()];
    const isDone = this.#step('flush', () => undefined).then(() => this.#keep(written));
    if (this.#isFlushLazy) isDone.catch(() => undefined);
    else await isDone;
  }

  async #keep(written: readonly WaitingObject[]): Promise<void> {
    for (const object of written) {
      this.#flushed.keep(object);
      this.#waiting.delete(object.kind + object.id);
    }
  }

  list() {
    return this.#flushed.list();
  }

  async fileBytes() {
    return this.list().reduce((sum, { storedBytes }) => sum + storedBytes, 0);
  }

  damaged() {
    return [];
  }

  async remove(...[objects, options]: Parameters<LibraryObjects['remove']>) {
    return this.#flushed.remove(objects, options.lastReferencedBeforeSeconds);
  }

  async compact() {
    return { bytesFreed: 0 };
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
