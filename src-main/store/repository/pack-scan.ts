import type { PackSource } from '../backend/backend.ts';
import { PACK_HEADER_BYTES, RECORD_HEADER_BYTES, type RecordHeader, readRecord } from './pack-format.ts';

/** A whole record of a pack. */
export interface ScannedRecord {
  readonly header: RecordHeader;
  /** Bytes before it in the pack. */
  readonly offset: number;
  /** Header and payload; good until the next record is asked for. */
  readonly bytes: Buffer;
}

/** 1 MiB: about 1 ms of reading and checking, after which other work gets its turn. */
const WINDOW_BYTES = 1024 * 1024;
const STORED_BYTES_AT = 28;

/**
 * The whole records of a pack, in order, however long it is. After damage the search goes on at the next thing that
 * looks like a record. Rejects with the system's error when the file cannot be read.
 */
export async function* scanPack(source: PackSource): AsyncIterable<ScannedRecord> {
  const window = new Window(source);
  let offset: number | null = PACK_HEADER_BYTES;
  while (offset !== null) {
    const bytes = await recordBytesAt(window, offset);
    const record = bytes === null ? null : readRecord(bytes, 0);
    if (bytes === null || record === null) {
      offset = await nextMagic(window, offset + 1);
      continue;
    }
    const { payload: _, ...header } = record;
    yield { header, offset, bytes };
    offset += bytes.length;
  }
}

/** What a record at `offset` would be made of; null where none can be. */
async function recordBytesAt(window: Window, offset: number): Promise<Buffer | null> {
  const head = await window.read(offset, RECORD_HEADER_BYTES);
  if (head.length < RECORD_HEADER_BYTES || head.toString('latin1', 0, 4) !== 'KFOB') return null;
  const length = RECORD_HEADER_BYTES + head.readUInt32LE(STORED_BYTES_AT);
  // A damaged length must not make room for 4 GiB.
  return offset + length > window.sizeBytes ? null : window.read(offset, length);
}

async function nextMagic(window: Window, from: number): Promise<number | null> {
  for (let at = from; at + RECORD_HEADER_BYTES <= window.sizeBytes; ) {
    const bytes = await window.read(at, Math.min(WINDOW_BYTES, window.sizeBytes - at));
    const found = bytes.indexOf('KFOB', 0, 'latin1');
    if (found !== -1) return at + found;
    if (bytes.length < RECORD_HEADER_BYTES) return null;
    // The magic may lie across the end of what was read.
    at += bytes.length - 3;
  }
  return null;
}

/** A stretch of a file in memory, which moves along with the reader. */
class Window {
  readonly sizeBytes: number;
  readonly #source: PackSource;
  #bytes: Buffer = Buffer.alloc(0);
  #startsAt = 0;

  constructor(source: PackSource) {
    this.#source = source;
    this.sizeBytes = source.sizeBytes;
  }

  /** Up to `length` bytes from `offset` on; fewer at the end of the file. */
  async read(offset: number, length: number): Promise<Buffer> {
    const from = offset - this.#startsAt;
    const isInside = from >= 0 && from + length <= this.#bytes.length;
    if (!isInside) await this.#moveTo(offset, Math.max(length, WINDOW_BYTES));
    const start = offset - this.#startsAt;
    return this.#bytes.subarray(start, start + length);
  }

  async #moveTo(offset: number, length: number): Promise<void> {
    const left = Math.max(0, this.sizeBytes - offset);
    this.#bytes = await this.#source.read({ offset, length: Math.min(length, left) });
    this.#startsAt = offset;
  }
}
