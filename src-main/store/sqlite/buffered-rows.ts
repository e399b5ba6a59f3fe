import BetterSqlite from 'better-sqlite3';
import { KIND_CODES, kindOfCode } from '../objects/kind-codes.ts';
import type { ObjectName } from '../objects/object-store.ts';
import type { ObjectRow } from './object-row.ts';

/**
 * How rows of objects lie in one batch of `unsorted_objects`, one after another and each as long as any other. Numbers are
 * unsigned and little-endian. The date stands beside the batch.
 *
 * | at | bytes | what |
 * |---|---|---|
 * | 0 | 20 | id |
 * | 20 | 1 | kind, as in `objects` |
 * | 21 | 1 | 1: the payload is zlib; 2: there is a SHA-256 |
 * | 22 | 4 | pack |
 * | 26 | 4 | offset |
 * | 30 | 4 | length of the record's payload |
 * | 34 | 4 | length of the object |
 * | 38 | 32 | SHA-256, or zeros |
 */
export const ROW_BYTES = 70;

const KIND_AT = 20;
const FLAGS_AT = 21;
const PACK_AT = 22;
const OFFSET_AT = 26;
const STORED_BYTES_AT = 30;
const SIZE_BYTES_AT = 34;
const SHA256_AT = 38;

const IS_ZLIB = 1;
const HAS_SHA256 = 2;

const MAX_NUMBER = 0xffff_ffff;

/** Rows of one library that were recorded together. */
export interface RowBatch {
  readonly storeKey: number;
  readonly storedAtSeconds: number;
  /** Whole rows only. */
  readonly rows: Buffer;
}

/** Whether a batch of that date can hold the row. What it can't is for the table to take, or to refuse. */
export function fitsBatch(row: ObjectRow, storedAtSeconds: number): boolean {
  const { kind, id, pack, offset, storedBytes, sizeBytes, sha256 } = row;
  return (
    row.storedAtSeconds === storedAtSeconds &&
    Math.max(pack, offset, storedBytes, sizeBytes) <= MAX_NUMBER &&
    (sha256 === null || (kind === 'block' && sha256.length === ROW_BYTES - SHA256_AT)) &&
    id.length === 2 * KIND_AT
  );
}

/** Writes a row that fits. False: its id is none. */
export function writeRow(rows: Buffer, at: number, row: ObjectRow): boolean {
  const { sha256 } = row;
  if (rows.write(row.id, at, 'hex') !== KIND_AT) return false;
  rows[at + KIND_AT] = KIND_CODES[row.kind];
  rows[at + FLAGS_AT] = (row.encoding === 'zlib' ? IS_ZLIB : 0) | (sha256 === null ? 0 : HAS_SHA256);
  rows.writeUInt32LE(row.pack, at + PACK_AT);
  rows.writeUInt32LE(row.offset, at + OFFSET_AT);
  rows.writeUInt32LE(row.storedBytes, at + STORED_BYTES_AT);
  rows.writeUInt32LE(row.sizeBytes, at + SIZE_BYTES_AT);
  if (sha256 === null) rows.fill(0, at + SHA256_AT, at + ROW_BYTES);
  else rows.set(sha256, at + SHA256_AT);
  return true;
}

/** The row of a batch that begins at `at`. */
export function rowAt({ rows, storedAtSeconds }: RowBatch, at: number): ObjectRow {
  const flags = rows[at + FLAGS_AT] ?? 0;
  const hasSha256 = (flags & HAS_SHA256) !== 0;
  return {
    ...nameAt(rows, at),
    pack: rows.readUInt32LE(at + PACK_AT),
    offset: rows.readUInt32LE(at + OFFSET_AT),
    storedBytes: rows.readUInt32LE(at + STORED_BYTES_AT),
    encoding: (flags & IS_ZLIB) === 0 ? 'raw' : 'zlib',
    sizeBytes: rows.readUInt32LE(at + SIZE_BYTES_AT),
    storedAtSeconds,
    // A copy: the batch goes once it has been sorted in.
    sha256: hasSha256 ? Buffer.from(rows.subarray(at + SHA256_AT, at + ROW_BYTES)) : null,
  };
}

function nameAt(rows: Buffer, at: number): ObjectName {
  const kind = kindOfCode(rows[at + KIND_AT] ?? 0);
  if (kind === null) throw damagedRows(`a row is of unknown kind ${rows[at + KIND_AT]}`);
  return { kind, id: rows.toString('hex', at, at + KIND_AT) };
}

/** The error that SQLite gives for damage it finds itself, so that a start advises how to recover. */
export function damagedRows(how: string): Error {
  return new BetterSqlite.SqliteError(`the list of unsorted objects is damaged: ${how}`, 'SQLITE_CORRUPT');
}

/** The order of the table: by kind, then by id. */
export function compareRows(a: Buffer, aAt: number, b: Buffer, bAt: number): number {
  const kinds = (a[aAt + KIND_AT] ?? 0) - (b[bAt + KIND_AT] ?? 0);
  return kinds !== 0 ? kinds : a.compare(b, bAt, bAt + KIND_AT, aAt, aAt + KIND_AT);
}

/** A number for the beginning of a row's place in the order: rows of a lower one come first. Below `ORDER_BUCKETS`. */
export function bucketAt(rows: Buffer, at: number): number {
  return ((rows[at + KIND_AT] ?? 0) << 8) | (rows[at] ?? 0);
}

export const ORDER_BUCKETS = (Math.max(...Object.values(KIND_CODES)) + 1) << 8;

/** Whether the row at `at` is that of an object. */
export function isRowOf(rows: Buffer, at: number, kindCode: number, id: Buffer): boolean {
  // Nearly all that are asked for differ in the first bytes, so those are compared where it costs least.
  return (
    rows.readInt32LE(at) === id.readInt32LE(0) &&
    rows[at + KIND_AT] === kindCode &&
    id.compare(rows, at, at + KIND_AT) === 0
  );
}
