import pLimit from 'p-limit';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { LibraryFiles, PackFile } from '../backend/backend.ts';
import type { PackEnd } from '../sqlite/object-index.ts';
import type { LibraryHealth } from './library-state.ts';
import {
  encodePackHeader,
  PACK_HEADER_BYTES,
  RECORD_HEADER_BYTES,
  type RecordHeader,
  writeRecord,
} from './pack-format.ts';

/** A stretch of records that is written to its pack in one go. Records never cross from one segment to the next. */
export interface Segment {
  /** The records, until they are in the file. */
  bytes: Buffer | null;
  usedBytes: number;
  /** Number of the pack and offset in it; mean nothing while `bytes` is set. */
  pack: number;
  startOffset: number;
}

/** Where an appended record is: in memory while its segment has bytes, then in the segment's pack. */
export interface AppendedRecord {
  readonly segment: Segment;
  readonly at: number;
}

export interface PackWriterDependencies {
  readonly libraryId: LibraryId;
  readonly files: Pick<LibraryFiles, 'bytesAtOnce' | 'listPacks' | 'createPack' | 'reopenPack'>;
  readonly health: LibraryHealth;
  /** The pack with the highest number on record; null when there is none. */
  readonly lastPack: () => PackEnd | null;
}

interface FillingSegment extends Segment {
  bytes: Buffer;
}

interface OpenPack {
  readonly number: number;
  readonly file: PackFile;
  readonly isNew: boolean;
  /** Whether a whole segment was written since the pack was opened. */
  hasRecords: boolean;
  endOffset: number;
}

/** Nearly every change fits. Whole segments for each would have the garbage collector run all the time. */
const FIRST_SEGMENT_BYTES = 64 * 1024;
/** So many segments may wait while another one is filled; beyond that, writers wait for the medium. */
const MAX_WAITING_SEGMENTS = 2;
/** A pack is small enough to be copied aside for a repair, and large enough that a terabyte needs only 4,000. */
export const MAX_PACK_BYTES = 256 * 1024 * 1024;
/** A pack beyond this is left alone once closed, so that old objects do not stay in a file that is written to. */
const MAX_REOPENED_BYTES = 64 * 1024 * 1024;

/**
 * Appends records to the packs of one library.
 *
 * A record that was appended is never dropped: when the disk is full it waits in memory, and the next attempt writes
 * it to a new pack. So a flush fails until everything accepted before it is durable, no matter which caller wrote it.
 */
export class PackWriter {
  readonly #deps: PackWriterDependencies;
  readonly #segmentBytes: number;
  #filling: FillingSegment | null = null;
  #waiting: Segment[] = [];
  #waitingBytes = 0;
  #reusable: Buffer | null = null;
  #open: OpenPack | null = null;
  /** Written to, no longer appended to, not yet synced. */
  #retired: OpenPack[] = [];
  #highestNumber: number | null = null;
  /** Packs up to this number belong to compaction: none of them is appended to again. */
  #frozenUpTo = 0;
  /** One piece of file work at a time. */
  readonly #withLock = pLimit(1);

  constructor(deps: PackWriterDependencies) {
    this.#deps = deps;
    this.#segmentBytes = deps.files.bytesAtOnce;
  }

  /** Whether so much is ready to be written that more has to wait. */
  get isFull(): boolean {
    return this.#waitingBytes >= MAX_WAITING_SEGMENTS * this.#segmentBytes;
  }

  /** Takes a copy of the record. It is written in the background, or by `sync` at the latest. */
  append(record: RecordHeader & { readonly payload: Uint8Array }): AppendedRecord {
    const segment = this.#segmentFor(RECORD_HEADER_BYTES + record.payload.length);
    const at = segment.usedBytes;
    writeRecord(segment.bytes, at, record);
    segment.usedBytes += RECORD_HEADER_BYTES + record.payload.length;
    return { segment, at };
  }

  /** Writes the segments that wait now. @throws DomainError `disk-full`, `busy`, `library-read-only` */
  drain(): Promise<void> {
    return this.#withLock(() => this.#writeWaiting());
  }

  /** Every record appended before the call is durable on return, but for the folder of its pack. @throws like `drain` */
  sync(): Promise<void> {
    this.#seal();
    return this.#withLock(async () => {
      await this.#writeWaiting();
      if (this.#open !== null) this.#retired.push(this.#open);
      this.#open = null;
      this.#reusable = null;
      while (this.#retired[0] !== undefined) {
        await this.#finish(this.#retired[0]);
        this.#retired.shift();
      }
    });
  }

  /** Leaves every pack there is now to compaction but for those returned, which are still being written. */
  freeze(): Promise<Set<number>> {
    return this.#withLock(async () => {
      this.#frozenUpTo = await this.#highest();
      const packs = this.#open === null ? this.#retired : [...this.#retired, this.#open];
      return new Set(packs.map((pack) => pack.number));
    });
  }

  /** The number of a new pack that compaction writes. */
  takeNumber(): Promise<number> {
    return this.#withLock(async () => {
      this.#highestNumber = (await this.#highest()) + 1;
      this.#frozenUpTo = this.#highestNumber;
      return this.#highestNumber;
    });
  }

  /** Releases everything. What was not synced is lost. */
  async dispose(): Promise<void> {
    await this.#withLock(async () => {
      const packs = this.#open === null ? this.#retired : [...this.#retired, this.#open];
      this.#open = null;
      this.#retired = [];
      this.#waiting = [];
      this.#filling = null;
      // Nothing in these files is on record, so it does not matter what their closing says.
      await Promise.allSettled(packs.map((pack) => pack.file.close()));
    });
  }

  #segmentFor(lengthBytes: number): FillingSegment {
    const current = this.#filling;
    if (current !== null) {
      const neededBytes = current.usedBytes + lengthBytes;
      if (neededBytes > current.bytes.length && neededBytes <= this.#segmentBytes)
        this.#grow(current, neededBytes);
      if (neededBytes <= current.bytes.length) return current;
      this.#seal();
      // A failure is not lost: the segments stay, and the caller that waits for them next meets it again.
      this.drain().then(undefined, () => undefined);
    }
    const segment = { bytes: this.#takeBuffer(lengthBytes), usedBytes: 0, pack: 0, startOffset: 0 };
    this.#filling = segment;
    return segment;
  }

  #takeBuffer(lengthBytes: number): Buffer {
    const reusable = this.#reusable;
    if (reusable === null || lengthBytes > reusable.length)
      return Buffer.allocUnsafeSlow(Math.max(lengthBytes, FIRST_SEGMENT_BYTES));
    this.#reusable = null;
    return reusable;
  }

  #grow(segment: FillingSegment, neededBytes: number): void {
    const bytes = this.#takeBuffer(
      Math.min(this.#segmentBytes, Math.max(neededBytes, 2 * segment.bytes.length)),
    );
    segment.bytes.copy(bytes, 0, 0, segment.usedBytes);
    segment.bytes = bytes;
  }

  #seal(): void {
    if (this.#filling === null) return;
    this.#waiting.push(this.#filling);
    this.#waitingBytes += this.#filling.usedBytes;
    this.#filling = null;
  }

  async #writeWaiting(): Promise<void> {
    // Only what waits now: writers that keep adding must not keep a flush from ending.
    for (let count = this.#waiting.length; count > 0; count -= 1) {
      const segment = this.#waiting[0];
      if (segment?.bytes) await this.#writeSegment(segment, segment.bytes);
    }
  }

  async #writeSegment(segment: Segment, bytes: Buffer): Promise<void> {
    const { health } = this.#deps;
    health.assertWritable();
    const pack = await this.#packFor(segment.usedBytes);
    try {
      await pack.file.write(bytes.subarray(0, segment.usedBytes), pack.endOffset);
    } catch (cause) {
      // The file may now end in half a record; nothing may ever follow that.
      await this.#abandon(pack);
      throw health.judge(cause);
    }
    segment.pack = pack.number;
    segment.startOffset = pack.endOffset;
    segment.bytes = null;
    pack.endOffset += segment.usedBytes;
    pack.hasRecords = true;
    this.#waiting.shift();
    this.#waitingBytes -= segment.usedBytes;
    if (bytes.length === this.#segmentBytes) this.#reusable = bytes;
  }

  async #packFor(lengthBytes: number): Promise<OpenPack> {
    const open = this.#open;
    if (open !== null) {
      if (!open.hasRecords || open.endOffset + lengthBytes <= MAX_PACK_BYTES) return open;
      this.#retired.push(open);
      this.#open = null;
    }
    try {
      this.#open = (await this.#reopenLast()) ?? (await this.#createPack());
    } catch (cause) {
      throw this.#deps.health.judge(cause);
    }
    return this.#open;
  }

  /** The newest pack, if it may be appended to: it must end exactly where its last object on record ends. */
  async #reopenLast(): Promise<OpenPack | null> {
    const { files, lastPack } = this.#deps;
    const last = lastPack();
    if (last === null || last.pack !== (await this.#highest())) return null;
    if (last.pack <= this.#frozenUpTo || last.endOffset >= MAX_REOPENED_BYTES) return null;
    const file = await files.reopenPack(last.pack);
    if (file === null) return null;
    const pack = {
      number: last.pack,
      file,
      isNew: false,
      hasRecords: false,
      endOffset: last.endOffset,
    };
    const sizeBytes = await file.sizeBytes().catch((error: unknown) => this.#closeAndThrow(pack, error));
    if (sizeBytes === last.endOffset) return pack;
    await this.#close(pack);
    return null;
  }

  async #createPack(): Promise<OpenPack> {
    const { files, libraryId } = this.#deps;
    const number = (await this.#highest()) + 1;
    const file = await files.createPack(number, 'together');
    this.#highestNumber = number;
    const pack = { number, file, isNew: true, hasRecords: false, endOffset: PACK_HEADER_BYTES };
    try {
      await file.write(encodePackHeader(libraryId), 0);
    } catch (cause) {
      await this.#abandon(pack);
      throw cause;
    }
    return pack;
  }

  /** The highest number ever seen, on disk or on record, so that no number is used for two files. */
  async #highest(): Promise<number> {
    if (this.#highestNumber === null) {
      const packs = await this.#deps.files.listPacks();
      this.#highestNumber = Math.max(this.#deps.lastPack()?.pack ?? 0, ...packs);
    }
    return this.#highestNumber;
  }

  async #abandon(pack: OpenPack): Promise<void> {
    this.#open = null;
    if (pack.hasRecords) {
      this.#retired.push(pack);
      return;
    }
    await this.#close(pack);
    // Nothing refers to this file yet, and on a full disk its room is needed.
    if (pack.isNew) await pack.file.remove().catch((cause) => Promise.reject(this.#deps.health.judge(cause)));
  }

  async #finish(pack: OpenPack): Promise<void> {
    try {
      await pack.file.sync();
    } catch (cause) {
      throw this.#deps.health.fail(cause);
    }
    await this.#close(pack);
  }

  async #close(pack: OpenPack): Promise<void> {
    try {
      await pack.file.close();
    } catch (cause) {
      throw this.#deps.health.fail(cause);
    }
  }

  async #closeAndThrow(pack: OpenPack, error: unknown): Promise<never> {
    await this.#close(pack);
    throw error;
  }
}
