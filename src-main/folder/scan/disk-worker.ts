import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { inEnglish } from '../../../src-shared/service-words.ts';
import type { FileKey } from '../../core/library/encryption.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import { takeFilesAsTheyAre } from '../../core/plain-files.ts';
import { blockMemory } from '../../memory/block-memory.ts';
import { saidOf } from '../disk/disk-error.ts';
import { createNodeFsReader } from '../disk/node-fs-reader.ts';
import { createIgnoreMatcher } from '../ignore/ignore.ts';
import type { ReadOutcome } from '../ports.ts';
import { holdUntilWatchStart } from '../watch/watching.ts';
import {
  type DiskReply,
  type DiskRequest,
  type DiskWorkerData,
  type PackedBlock,
  unpackFile,
} from './disk-messages.ts';
import { type BlockHashes, type BlockSink, readFile, SMALL_FILE_BYTES } from './read-file.ts';
import { readIgnoreText, scanInside, scanRoot } from './scan-inside.ts';
import { UnwatchedFolders } from './unwatched-folders.ts';

/**
 * Entry of the thread that reads one linked folder. Its calls are synchronous, as nothing else runs here, which is
 * twice as fast as promises for many small files. It waits when too much is unprocessed.
 */

takeFilesAsTheyAre(process);
const { root, inFlight, ignoreDefaults } = workerData as DiskWorkerData;
const fs = createNodeFsReader(root);

/** Keeps the main thread busy while a large block is read, and bounds memory. */
const MAX_IN_FLIGHT_BYTES = 16 * 1024 * 1024;

/** Cost of an entry of a listing: four times its memory, since nothing waits for listings. */
const ENTRY_COST_BYTES = 1024;

blockMemory.beforeNew(takeReceivedMemory);
parentPort?.on('message', (request: DiskRequest) => {
  try {
    answer(request);
  } catch (error) {
    post({ kind: 'failed', message: inEnglish(saidOf(error)) });
  } finally {
    fs.release();
  }
});

function answer(request: DiskRequest): void {
  switch (request.op) {
    case 'root':
      post({ kind: 'root', state: scanRoot(fs) });
      break;
    case 'ignore-text':
      post({ kind: 'ignore-text', text: readIgnoreText(fs) });
      break;
    case 'list':
      list(request);
      break;
    case 'read':
      read(request);
      break;
    case 'memory':
      blockMemory.release(Buffer.from(request.memory));
      break;
  }
}

function post(reply: DiskReply, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(reply, transfer);
}

function postPaced(reply: DiskReply & { cost: number }, transfer: ArrayBuffer[] = []): void {
  for (;;) {
    const waiting = Atomics.load(inFlight, 0);
    if (waiting === 0 || waiting + reply.cost <= MAX_IN_FLIGHT_BYTES) break;
    Atomics.wait(inFlight, 0, waiting);
  }
  Atomics.add(inFlight, 0, reply.cost);
  post(reply, transfer);
}

function list(request: Extract<DiskRequest, { op: 'list' }>): void {
  const { ignoreText, excluded, early } = request;
  const matcher = createIgnoreMatcher(ignoreDefaults, ignoreText, excluded);
  const unwatched = new UnwatchedFolders(early?.watchStart);
  for (const listings of unwatched.noting(scanInside(fs, request, matcher))) {
    const entries = listings.reduce((sum, { names }) => sum + names.length + 1, 0);
    postPaced({ kind: 'listings', listings, cost: entries * ENTRY_COST_BYTES });
  }
  if (early !== null && holdUntilWatchStart(early.watchStart, early.waitMs))
    post({ kind: 'seen-again', changed: unwatched.changed(fs, matcher), cost: 0 });
  post({ kind: 'done' });
}

function read(request: Extract<DiskRequest, { op: 'read' }>): void {
  const outbox = new BlockOutbox((reply) => postPaced(reply, [reply.buffer]));
  const options = { nowMs: Date.now, fileKey: fileKeyIn(request), rest };
  request.files.paths.forEach((_, index) => {
    const outcome = readFile(fs, unpackFile(request.files, index), outbox, options);
    outbox.end({ index, ...outcome });
  });
  outbox.flush();
  blockMemory.drop();
  post({ kind: 'done' });
}

/** There is one request at a time, so any message that came meanwhile is memory. */
function takeReceivedMemory(): void {
  if (parentPort === null) return;
  for (let got = receiveMessageOnPort(parentPort); got !== undefined; got = receiveMessageOnPort(parentPort))
    answer(got.message as DiskRequest);
}

/** Blocks, as nothing else runs in this thread. One wait is enough for all files that changed before it. */
function rest(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Messages turn Buffers into plain byte arrays. */
function fileKeyIn({ fileKey }: Extract<DiskRequest, { op: 'read' }>): FileKey | null {
  if (fileKey === null) return null;
  const { cipher, key, iv } = fileKey;
  return { cipher, key: Buffer.from(key), iv: iv === null ? null : Buffer.from(iv) };
}

/** Small files share messages: a message costs about as much as reading a small file. */
const BATCH_BYTES = 4 * SMALL_FILE_BYTES;

/** Outcomes are also sent alone when many have no blocks, so that progress shows. */
const BATCH_FILES = 1000;

type BlocksReply = Extract<DiskReply, { kind: 'blocks' }>;

/** Gathers blocks and outcomes into messages whose memory is transferred, not copied. */
class BlockOutbox implements BlockSink {
  readonly #send: (reply: BlocksReply) => void;
  #buffer = new ArrayBuffer(0);
  #usedBytes = 0;
  #blocks: PackedBlock[] = [];
  #files: ReadOutcome[] = [];

  constructor(send: (reply: BlocksReply) => void) {
    this.#send = send;
  }

  room(sizeBytes: number): Uint8Array {
    if (this.#usedBytes + sizeBytes > this.#buffer.byteLength) {
      this.flush();
      this.#buffer = new ArrayBuffer(BATCH_BYTES);
    }
    return new Uint8Array(this.#buffer, this.#usedBytes, sizeBytes);
  }

  keepRoom(sizeBytes: number, { id, sha256 }: BlockHashes): void {
    this.#blocks.push({ id, sha256, offset: this.#usedBytes, length: sizeBytes });
    this.#usedBytes += sizeBytes;
  }

  keep(block: Uint8Array, id: ObjectId): void {
    this.flush();
    const { buffer, offset } = ownMemory(block);
    const blocks = [{ id, sha256: null, offset, length: block.length }];
    this.#send({
      kind: 'blocks',
      buffer,
      blocks,
      files: [],
      sizeBytes: block.length,
      cost: buffer.byteLength,
    });
  }

  end(outcome: ReadOutcome): void {
    this.#files.push(outcome);
    if (this.#files.length >= BATCH_FILES) this.flush();
  }

  /** Sends what is gathered. */
  flush(): void {
    if (this.#blocks.length === 0 && this.#files.length === 0) return;
    const reply = {
      buffer: this.#buffer,
      blocks: this.#blocks,
      files: this.#files,
      sizeBytes: this.#usedBytes,
    };
    this.#buffer = new ArrayBuffer(0);
    this.#blocks = [];
    this.#files = [];
    this.#usedBytes = 0;
    this.#send({ kind: 'blocks', ...reply, cost: reply.buffer.byteLength });
  }
}

/** Memory that may be transferred. Small `Buffer`s share a pool, which may not. */
function ownMemory(block: Uint8Array): { buffer: ArrayBuffer; offset: number } {
  const isShared = block.buffer.byteLength > 2 * block.byteLength || !(block.buffer instanceof ArrayBuffer);
  if (isShared || block.byteLength < 64 * 1024) return { buffer: new Uint8Array(block).buffer, offset: 0 };
  return { buffer: block.buffer, offset: block.byteOffset };
}
