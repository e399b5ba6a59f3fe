import { crc32 } from 'node:zlib';
import { isLibraryId, type LibraryId } from '../../core/library/library-id.ts';
import { KIND_CODES, kindOfCode } from '../objects/kind-codes.ts';
import type { ObjectKind } from '../objects/object-store.ts';

/** How the payload of a record holds the object's bytes. */
export type Encoding = 'raw' | 'zlib';

/** What a record says about itself before its payload. */
export interface RecordHeader {
  readonly kind: ObjectKind;
  readonly id: string;
  readonly encoding: Encoding;
  /** Length of the payload. */
  readonly storedBytes: number;
  /** Length of the object itself. */
  readonly sizeBytes: number;
}

/** Bytes before the first record of a pack. */
export const PACK_HEADER_BYTES = 48;
/** Bytes of a record before its payload. */
export const RECORD_HEADER_BYTES = 40;

const PACK_MAGIC = 'KFPK';
const FORMAT_VERSION = 1;
const RECORD_MAGIC = 'KFOB';
const CRC_AT = 36;
const ENCODINGS: readonly Encoding[] = ['raw', 'zlib'];

/** The first bytes of a pack: magic, format version, library id, checksum. */
export function encodePackHeader(libraryId: LibraryId): Buffer {
  const header = Buffer.alloc(PACK_HEADER_BYTES);
  header.write(PACK_MAGIC, 0, 'latin1');
  header.writeUInt32LE(FORMAT_VERSION, 4);
  header.write(libraryId, 8, 'latin1');
  header.writeUInt32LE(crc32(header.subarray(0, 44)), 44);
  return header;
}

/** The library that a pack belongs to; null unless `bytes` begin with a whole version 1 pack header. */
export function decodePackHeader(bytes: Buffer): LibraryId | null {
  if (bytes.length < PACK_HEADER_BYTES || bytes.toString('latin1', 0, 4) !== PACK_MAGIC) return null;
  if (bytes.readUInt32LE(4) !== FORMAT_VERSION) return null;
  if (bytes.readUInt32LE(44) !== crc32(bytes.subarray(0, 44))) return null;
  const libraryId = bytes.toString('latin1', 8, 44);
  return isLibraryId(libraryId) ? libraryId : null;
}

/** Writes header and payload at `at`; `target` must have room for both. */
export function writeRecord(
  target: Buffer,
  at: number,
  record: RecordHeader & { readonly payload: Uint8Array },
): void {
  target.write(RECORD_MAGIC, at, 'latin1');
  target.writeUInt8(KIND_CODES[record.kind], at + 4);
  target.writeUInt8(ENCODINGS.indexOf(record.encoding), at + 5);
  target.writeUInt16LE(0, at + 6);
  target.write(record.id, at + 8, 20, 'hex');
  target.writeUInt32LE(record.storedBytes, at + 28);
  target.writeUInt32LE(record.sizeBytes, at + 32);
  target.set(record.payload, at + RECORD_HEADER_BYTES);
  target.writeUInt32LE(recordCrc(target, at, record.storedBytes), at + CRC_AT);
}

/** The header at `at`, its checksum NOT yet checked; null where no record can begin. */
function readRecordHeader(bytes: Buffer, at: number): RecordHeader | null {
  if (bytes.length < at + RECORD_HEADER_BYTES || bytes.toString('latin1', at, at + 4) !== RECORD_MAGIC)
    return null;
  const kind = kindOfCode(bytes.readUInt8(at + 4));
  const encoding = ENCODINGS[bytes.readUInt8(at + 5)];
  if (kind === null || encoding === undefined) return null;
  return {
    kind,
    encoding,
    id: bytes.toString('hex', at + 8, at + 28),
    storedBytes: bytes.readUInt32LE(at + 28),
    sizeBytes: bytes.readUInt32LE(at + 32),
  };
}

/** Header and payload of the whole record at `at`; null when it is cut short or fails its checksum. */
export function readRecord(bytes: Buffer, at: number): (RecordHeader & { readonly payload: Buffer }) | null {
  const header = readRecordHeader(bytes, at);
  if (header === null) return null;
  const payloadAt = at + RECORD_HEADER_BYTES;
  if (bytes.length < payloadAt + header.storedBytes) return null;
  if (bytes.readUInt32LE(at + CRC_AT) !== recordCrc(bytes, at, header.storedBytes)) return null;
  return { ...header, payload: bytes.subarray(payloadAt, payloadAt + header.storedBytes) };
}

function recordCrc(bytes: Buffer, at: number, storedBytes: number): number {
  const payloadAt = at + RECORD_HEADER_BYTES;
  return crc32(bytes.subarray(payloadAt, payloadAt + storedBytes), crc32(bytes.subarray(at, at + CRC_AT)));
}
