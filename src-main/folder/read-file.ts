import { hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { BlockCutter } from '../core/blocks/block-cutter.ts';
import type { FileStat } from '../core/folder/folder-entry.ts';
import { joinPath } from '../core/folder/folder-entry.ts';
import { encodeFile } from '../core/objects/file-object.ts';
import type { ObjectId } from '../core/objects/object-id.ts';
import { problemOf } from './disk-error.ts';
import { isSameStat } from './plan.ts';
import type { ProblemReason, ReadOutcome, WantedFile } from './ports.ts';

/** Takes blocks in order. May wait. */
export interface BlockSink {
  /** Room for `sizeBytes` to read into, valid until the next call of either. */
  room(sizeBytes: number): Uint8Array;
  /** Keeps the first bytes of the last `room` as a block. */
  keepRoom(sizeBytes: number, id: ObjectId): void;
  /** Keeps a block that is in memory of its own. */
  keep(block: Uint8Array, id: ObjectId): void;
}

/** Files up to this size are read in one go, beside others in one message; larger ones go through the cutter. */
export const SMALL_FILE_BYTES = 1024 * 1024;

/** Reads of this size run at the speed of memory; larger ones only cost more of it. */
const PIECE_BYTES = 1024 * 1024;

/**
 * O_NOFOLLOW: a link that took the file's place is not followed. O_NONBLOCK: opening a FIFO does not hang.
 * Windows has neither.
 */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

type Settled = Omit<Extract<ReadOutcome, { kind: 'read' }>, 'index'> | Failure;
type Failure = { readonly kind: 'failed'; readonly reason: ProblemReason; readonly message: string };

/**
 * Reads one file that must be, before and after, in the state that was listed; then the blocks are those of exactly
 * that state. Otherwise the outcome says why not, and blocks that were handed over mean nothing.
 */
export function readFile(root: string, wanted: WantedFile, sink: BlockSink, nowMs: () => number): Settled {
  let handle: number;
  try {
    handle = openSync(joinPath(root, wanted.path), OPEN_FLAGS);
  } catch (error) {
    return failure(wanted.path, error);
  }
  try {
    const state = checkState(handle, wanted.stat);
    if (state !== null) return state;
    const blockIds =
      wanted.stat.sizeBytes <= SMALL_FILE_BYTES ? readSmall(handle, wanted, sink) : readLarge(handle, sink);
    if (blockIds === null) return CHANGING;
    const file = encodeFile({ blockIds, sizeBytes: wanted.stat.sizeBytes });
    const settled = checkState(handle, wanted.stat);
    if (settled !== null) return settled;
    return { kind: 'read', id: file.id, objectText: file.bytes.toString(), readAtMs: nowMs() };
  } catch (error) {
    return failure(wanted.path, error);
  } finally {
    closeSync(handle);
  }
}

const CHANGING: Failure = { kind: 'failed', reason: 'changing', message: 'changed while it was read' };

function failure(path: string, error: unknown): Failure {
  const { reason, message } = problemOf(path, error);
  return { kind: 'failed', reason, message };
}

function checkState(handle: number, expected: FileStat): Failure | null {
  const stat = fstatSync(handle);
  if (!stat.isFile()) return { kind: 'failed', reason: 'not-a-file', message: 'not a regular file' };
  const now = { ...stat, sizeBytes: stat.size, inode: stat.ino };
  return isSameStat(now, expected) ? null : CHANGING;
}

/** Null when the file is not as long as it was. */
function readSmall(handle: number, wanted: WantedFile, sink: BlockSink): ObjectId[] | null {
  const { sizeBytes } = wanted.stat;
  if (sizeBytes === 0) return [];
  const room = sink.room(sizeBytes);
  if (fill(handle, room) < sizeBytes) return null;
  const id = hash('sha1', room, 'hex') as ObjectId;
  sink.keepRoom(sizeBytes, id);
  return [id];
}

function readLarge(handle: number, sink: BlockSink): ObjectId[] {
  const cutter = new BlockCutter();
  const blockIds: ObjectId[] = [];
  const keep = (block: Uint8Array) => {
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
function fill(handle: number, room: Uint8Array): number {
  let filled = 0;
  while (filled < room.length) {
    const got = readSync(handle, room, filled, room.length - filled, null);
    if (got === 0) break;
    filled += got;
  }
  return filled;
}
