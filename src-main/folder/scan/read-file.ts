import { hash } from 'node:crypto';
import { type Said, said } from '../../../src-shared/service-words.ts';
import { BlockCutter } from '../../core/blocks/block-cutter.ts';
import type { FileStat } from '../../core/folder/folder-entry.ts';
import { encryptBlock, type FileKey } from '../../core/library/encryption.ts';
import { encodeFile } from '../../core/objects/file-object.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import { blockMemory } from '../../memory/block-memory.ts';
import { problemOf } from '../disk/disk-error.ts';
import type { FsReader, OpenedFile } from '../disk/file-system.ts';
import type { ProblemReason, ReadOutcome, WantedFile } from '../ports.ts';
import { isSameStat, restingMs } from './plan.ts';

/** The hashes of a block. */
export interface BlockHashes {
  readonly id: ObjectId;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** Receives blocks in order; may block. */
export interface BlockSink {
  /** Room to read `sizeBytes` into, valid until the next call of any method. */
  room(sizeBytes: number): Uint8Array;
  /** Keeps the first bytes of the last `room` as a block. */
  keepRoom(sizeBytes: number, hashes: BlockHashes): void;
  /** Keeps a block that has memory of its own. */
  keep(block: Uint8Array, id: ObjectId): void;
}

/** Files up to this size are read in one go and share messages; larger ones are cut into blocks. */
export const SMALL_FILE_BYTES = 1024 * 1024;

/** Reads of this size run at the speed of memory; larger ones only take more of it. */
const PIECE_BYTES = 1024 * 1024;

type FileOutcome = Omit<Extract<ReadOutcome, { kind: 'read' }>, 'index'> | Failure;
type Failure = { readonly kind: 'failed'; readonly reason: ProblemReason; readonly said: Said };

export interface ReadingOptions {
  /** The clock that stamps files. */
  readonly nowMs: () => number;
  /** Blocks for a time; absent: a file that would need that is `changing`. */
  readonly rest?: (ms: number) => void;
  /** Encrypts the blocks of a library with a password; null for any other. */
  readonly fileKey: FileKey | null;
}

/**
 * Reads one file, which must be in the listed state before and after, so that the blocks are those of exactly that
 * state. Otherwise the outcome says why, and blocks handed over are void.
 */
export function readFile(
  fs: FsReader,
  wanted: WantedFile,
  sink: BlockSink,
  { nowMs, fileKey, rest }: ReadingOptions,
): FileOutcome {
  // Two edits within one tick look alike, so a file that just changed is read only after the next tick.
  const restMs = restingMs(wanted.stat, nowMs());
  if (restMs > 0 && rest === undefined) return CHANGING;
  if (restMs > 0) rest?.(restMs);
  let handle: OpenedFile;
  try {
    handle = fs.open(wanted.path);
  } catch (error) {
    return failure(wanted.path, error);
  }
  try {
    const state = checkState(handle, wanted.stat);
    if (state !== null) return state;
    const isSmall = fileKey === null && wanted.stat.sizeBytes <= SMALL_FILE_BYTES;
    const blockIds = isSmall ? readSmall(handle, wanted, sink) : readLarge(handle, sink, fileKey);
    if (blockIds === null) return CHANGING;
    const file = encodeFile({ blockIds, sizeBytes: wanted.stat.sizeBytes });
    const after = checkState(handle, wanted.stat);
    if (after !== null) return after;
    return { kind: 'read', id: file.id, objectText: file.bytes.toString(), readAtMs: nowMs() };
  } catch (error) {
    return failure(wanted.path, error);
  } finally {
    handle.close();
  }
}

const CHANGING: Failure = { kind: 'failed', reason: 'changing', said: said('changedWhileRead') };

function failure(path: string, error: unknown): Failure {
  const { reason, said } = problemOf(path, error);
  return { kind: 'failed', reason, said };
}

function checkState(handle: OpenedFile, expected: FileStat): Failure | null {
  const stat = handle.stat();
  if (stat.kind !== 'file') return { kind: 'failed', reason: 'not-a-file', said: said('notRegular') };
  return isSameStat(stat, expected) ? null : CHANGING;
}

/** Null when the length of the file changed. */
function readSmall(handle: OpenedFile, wanted: WantedFile, sink: BlockSink): ObjectId[] | null {
  const { sizeBytes } = wanted.stat;
  if (sizeBytes === 0) return [];
  const room = sink.room(sizeBytes);
  if (fill(handle, room) < sizeBytes) return null;
  const id = hash('sha1', room, 'hex') as ObjectId;
  // Computes both hashes off the main thread, where those of many small files would be most of its work. For large
  // blocks they would keep this thread from reading on.
  sink.keepRoom(sizeBytes, { id, sha256: hash('sha256', room, 'hex') });
  return [id];
}

function readLarge(handle: OpenedFile, sink: BlockSink, fileKey: FileKey | null): ObjectId[] {
  const cutter = new BlockCutter(blockMemory.take);
  const blockIds: ObjectId[] = [];
  const keep = (plain: Buffer) => {
    const block = fileKey === null ? plain : encryptBlock(fileKey, plain);
    const id = hash('sha1', block, 'hex') as ObjectId;
    blockIds.push(id);
    sink.keep(block, id);
  };
  const piece = new Uint8Array(PIECE_BYTES);
  for (let got = fill(handle, piece); got > 0; got = fill(handle, piece)) {
    for (const block of cutter.feed(piece.subarray(0, got))) keep(block);
  }
  for (const block of cutter.finish()) keep(block);
  return blockIds;
}

/** Reads until the room is full or the file ends. */
function fill(handle: OpenedFile, room: Uint8Array): number {
  let filled = 0;
  while (filled < room.length) {
    const got = handle.read(room.subarray(filled));
    if (got === 0) break;
    filled += got;
  }
  return filled;
}
