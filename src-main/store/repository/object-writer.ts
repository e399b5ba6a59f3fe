import pLimit from 'p-limit';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import { createGroupCommit } from '../group-commit.ts';
import { inOrderOfKinds } from '../objects/kind-codes.ts';
import type { HashedObject } from '../objects/object-store.ts';
import type { ObjectIndex, Touch } from '../sqlite/object-index.ts';
import type { ObjectPlace, ObjectRow } from '../sqlite/object-row.ts';
import { type BlockFiles, MIN_BLOCK_FILE_BYTES } from './block-files.ts';
import type { Duplicates } from './duplicates.ts';
import type { FreeSpace, RoomFor } from './free-space.ts';
import type { LibraryState } from './library-state.ts';
import type { PackWriter } from './pack-writer.ts';
import { type PendingObject, PendingObjects, PendingTouches } from './pending-objects.ts';
import type { Quarantine } from './quarantine.ts';
import type { QuietSorting } from './quiet-sorting.ts';
import { type StoredForm, storedFormOf } from './stored-form.ts';

export interface ObjectWriterDependencies {
  readonly state: LibraryState;
  readonly index: ObjectIndex;
  readonly packs: PackWriter;
  readonly blocks: BlockFiles;
  readonly freeSpace: FreeSpace;
  readonly sorting: QuietSorting;
  readonly quarantine: Quarantine;
  readonly duplicates: Duplicates;
  readonly nowSeconds: () => number;
}

/** About 6 MB of entries: more than nearly every change has, and a write beyond them waits for one batch of fsyncs. */
const MAX_PENDING_OBJECTS = 20_000;
/** From so much on a batch is begun while more comes: a sync client would wait for all of it at the end of its upload. */
const EARLY_RECORD_BYTES = 32 * 1024 * 1024;
/** Bounds the descriptors (64 blocks of 1 MiB), the work that a crash undoes, and how long one flush takes. */
const MAX_PENDING_BLOCK_FILE_BYTES = 64 * 1024 * 1024;
/** From half of that on a batch is begun while more is written, so that a single writer does not wait for fsyncs. */
const EARLY_BLOCK_FILE_BYTES = MAX_PENDING_BLOCK_FILE_BYTES / 2;
/** About 15 ms of inserts, after which other work gets its turn. */
const ROWS_PER_TRANSACTION = 5_000;

/** Brings the objects of one library to the disk and on record. */
export class ObjectWriter {
  /** Accepted, and not yet on record. */
  readonly pending = new PendingObjects();
  /** To be noted about objects on record. */
  readonly touches = new PendingTouches();
  /** Does work while nothing is placed or recorded. */
  readonly alone = pLimit(1);
  readonly #deps: ObjectWriterDependencies;
  #isCommittingEarly = false;
  /** Appended to packs since the last commit began. */
  #appendedBytes = 0;
  /** Makes durable and records everything accepted before the call. Waits for no write, so writes may wait for it. */
  readonly #commit = createGroupCommit(() => this.alone(() => this.#commitPending()));

  constructor(deps: ObjectWriterDependencies) {
    this.#deps = deps;
  }

  /** Takes an object on its way. @throws DomainError `disk-full`, `busy`, `library-read-only`, `library-not-found` */
  async accept(object: HashedObject): Promise<void> {
    await this.#deps.freeSpace.accept(object.bytes.length, roomFor(object));
    if (object.kind === 'block' && object.bytes.length >= MIN_BLOCK_FILE_BYTES) {
      await this.#stageBlock(object);
      return;
    }
    const pendingForm = storedFormOf(object.kind, object.bytes);
    const form = pendingForm instanceof Promise ? await pendingForm : pendingForm;
    // Nothing is awaited between this check and the append, so however many writers wait, one record goes too far.
    if (this.#isFull()) await this.#makeRoom();
    this.#deps.state.assertWritable();
    this.#append(object, form);
  }

  /**
   * As `accept`, for what nothing has to be waited for: nearly every small object, where waiting would cost more than
   * all the rest. False: nothing was done.
   */
  acceptNow(object: HashedObject): boolean {
    const { kind, bytes } = object;
    const hasOwnFile = kind === 'block' && bytes.length >= MIN_BLOCK_FILE_BYTES;
    if (hasOwnFile || this.#isFull()) return false;
    const form = storedFormOf(kind, bytes);
    if (form instanceof Promise || !this.#deps.freeSpace.acceptNow(bytes.length, roomFor(object)))
      return false;
    this.#append(object, form);
    return true;
  }

  /** Notes a touch with the next flush. */
  async note(touch: Touch): Promise<void> {
    this.touches.add(touch);
    if (this.#isFull()) await this.#makeRoom();
  }

  /** Makes everything accepted and noted before the call durable. */
  flush(): Promise<void> {
    return this.#commit.run();
  }

  /** Ends the work. What is not on record is dropped. */
  async discard(): Promise<void> {
    // A commit in the middle of its files must end before they are taken away from it.
    await this.#commit.settled();
    await this.#deps.packs.dispose();
    await Promise.all(stagedOf(this.pending.all()).map((block) => block.discard()));
  }

  #append({ kind, id, bytes, sha256 }: HashedObject, { encoding, payload }: StoredForm): void {
    const lengths = { storedBytes: payload.length, sizeBytes: bytes.length };
    const record = this.#deps.packs.append({ kind, id, encoding, ...lengths, payload });
    this.pending.add({ kind, id, encoding, ...lengths, sha256, record });
    this.#appendedBytes += payload.length;
    if (this.#appendedBytes >= EARLY_RECORD_BYTES) this.#commitEarly();
  }

  async #stageBlock(object: HashedObject): Promise<void> {
    const { id, sha256 } = object;
    if (this.#isFull()) await this.#makeRoom();
    const block = await this.#deps.blocks.stage(object);
    this.pending.add({ kind: 'block', id, sizeBytes: block.sizeBytes, sha256, block });
    if (this.pending.blockFileBytes >= EARLY_BLOCK_FILE_BYTES) this.#commitEarly();
  }

  /** A failure is not lost: the objects stay pending, and the next flush meets it again. */
  #commitEarly(): void {
    if (this.#isCommittingEarly) return;
    this.#isCommittingEarly = true;
    const end = () => {
      this.#isCommittingEarly = false;
    };
    this.#commit.join().then(end, end);
  }

  #isFull(): boolean {
    return this.#hasFullBatch() || this.#deps.packs.isFull;
  }

  #hasFullBatch(): boolean {
    const { count, blockFileBytes } = this.pending;
    return (
      count + this.touches.count >= MAX_PENDING_OBJECTS || blockFileBytes >= MAX_PENDING_BLOCK_FILE_BYTES
    );
  }

  async #makeRoom(): Promise<void> {
    while (this.#isFull()) {
      this.#deps.state.assertWritable();
      await (this.#hasFullBatch() ? this.#commit.join() : this.#deps.packs.drain());
    }
  }

  async #commitPending(): Promise<void> {
    const { state, packs, blocks, quarantine } = this.#deps;
    state.assertWritable();
    this.#appendedBytes = 0;
    const objects = this.pending.all();
    const touches = this.touches.all();
    try {
      // The order is the durability promise: contents, then the names of files, then the rows that say "it is here".
      if (objects.length > 0) {
        await packs.sync();
        await blocks.save(stagedOf(objects));
      }
      // A crash between two transactions leaves nothing on record that names what is not.
      await this.#record(inOrderOfKinds(objects), touches);
      quarantine.record();
    } catch (cause) {
      throw state.health.judge(cause);
    }
  }

  async #record(objects: readonly PendingObject[], touches: readonly Touch[]): Promise<void> {
    if (objects.length + touches.length === 0) return;
    const storeKey = this.#deps.state.claimStoreKey();
    for (let from = 0; from < Math.max(objects.length, touches.length); from += ROWS_PER_TRANSACTION) {
      if (from > 0) await yieldToEventLoop();
      const end = from + ROWS_PER_TRANSACTION;
      this.#recordSlice(storeKey, objects.slice(from, end), touches.slice(from, end));
      await this.#deps.sorting.makeRoom();
    }
  }

  #recordSlice(storeKey: number, objects: readonly PendingObject[], touches: readonly Touch[]): void {
    const { index, quarantine, duplicates, state, nowSeconds } = this.#deps;
    const repaired = objects.filter((object) => quarantine.has(object));
    const replaced = repaired.map((object) => state.find(object)).filter((row) => row !== null);
    const storedAtSeconds = nowSeconds();
    const rows = objects.map((object): ObjectRow => {
      return { ...placeOfPending(object), sha256: object.sha256, storedAtSeconds };
    });
    index.record(storeKey, { rows, touches, repaired });
    for (const object of objects) this.pending.remove(object);
    for (const object of repaired) quarantine.remove(object);
    for (const touch of touches) this.touches.remove(touch);
    for (const place of replaced) duplicates.note(place);
  }
}

/** Where a pending object will be on record; right once its segment is written. */
export function placeOfPending(object: PendingObject): ObjectPlace {
  const { kind, id, sizeBytes } = object;
  if ('block' in object) {
    return { kind, id, sizeBytes, pack: 0, offset: 0, storedBytes: sizeBytes, encoding: 'raw' };
  }
  const { encoding, storedBytes, record } = object;
  const offset = record.segment.startOffset + record.at;
  return { kind, id, sizeBytes, encoding, storedBytes, pack: record.segment.pack, offset };
}

function stagedOf(objects: readonly PendingObject[]) {
  return objects.flatMap((object) => ('block' in object ? [object.block] : []));
}

function roomFor({ kind }: HashedObject): RoomFor {
  return kind === 'block' ? 'content' : 'trees';
}
