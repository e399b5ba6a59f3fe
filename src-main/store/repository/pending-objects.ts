import type { StagedBlock } from '../backend/backend.ts';
import type { ObjectKind, ObjectName } from '../objects/object-store.ts';
import type { Touch } from '../sqlite/object-index.ts';
import type { RecordHeader } from './pack-format.ts';
import type { AppendedRecord } from './pack-writer.ts';

/** An object that was accepted and is not yet on record. */
export type PendingObject = PendingRecord | PendingBlock;

export interface PendingRecord extends RecordHeader {
  /** SHA-256 of a block; null for other kinds. */
  readonly sha256: Buffer | null;
  readonly record: AppendedRecord;
}

export interface PendingBlock {
  readonly kind: 'block';
  readonly id: string;
  readonly sizeBytes: number;
  readonly sha256: Buffer | null;
  readonly block: StagedBlock;
}

/** The accepted objects of one library that are not yet on record, in the order they were written. */
export class PendingObjects {
  readonly #objects: Record<ObjectKind, Map<string, PendingObject>> = {
    block: new Map(),
    fs: new Map(),
    commit: new Map(),
  };
  #blockFileBytes = 0;

  get count(): number {
    return this.#objects.block.size + this.#objects.fs.size + this.#objects.commit.size;
  }

  /** Sizes of the blocks among them that have files of their own. */
  get blockFileBytes(): number {
    return this.#blockFileBytes;
  }

  get({ kind, id }: ObjectName): PendingObject | undefined {
    return this.#objects[kind].get(id);
  }

  add(object: PendingObject): void {
    this.#objects[object.kind].set(object.id, object);
    if ('block' in object) this.#blockFileBytes += object.sizeBytes;
  }

  remove(object: PendingObject): void {
    if (!this.#objects[object.kind].delete(object.id)) return;
    if ('block' in object) this.#blockFileBytes -= object.sizeBytes;
  }

  /** Blocks before fs objects before commits, each in the order they were written: what is named comes before what names it. */
  all(): PendingObject[] {
    return [...this.#objects.block.values(), ...this.#objects.fs.values(), ...this.#objects.commit.values()];
  }

  /** Numbers of the packs that hold some of them already. */
  packs(): Set<number> {
    const packs = new Set<number>();
    for (const object of this.all()) {
      if ('record' in object && object.record.segment.bytes === null) packs.add(object.record.segment.pack);
    }
    return packs;
  }
}

/** Half of the time for which garbage collection spares what is young, so that a note is never a day late. */
const NOTE_AFTER_SECONDS = 12 * 60 * 60;

/** Whether saying again that an object is here has to be noted, so that garbage collection spares it. */
export function isTouchDue(storedAtSeconds: number, nowSeconds: number): boolean {
  return storedAtSeconds < nowSeconds - NOTE_AFTER_SECONDS;
}

/** What the next flush notes about objects on record: that a client was told they are here, and their second hash. */
export class PendingTouches {
  readonly #touches = new Map<string, Touch>();

  get count(): number {
    return this.#touches.size;
  }

  get({ kind, id }: ObjectName): Touch | undefined {
    return this.#touches.get(kind + id);
  }

  add(touch: Touch): void {
    this.#touches.set(touch.kind + touch.id, touch);
  }

  all(): Touch[] {
    return [...this.#touches.values()];
  }

  /** Forgets what has been noted; a newer touch of the same object stays. */
  remove(touch: Touch): void {
    const key = touch.kind + touch.id;
    if (this.#touches.get(key) === touch) this.#touches.delete(key);
  }
}
