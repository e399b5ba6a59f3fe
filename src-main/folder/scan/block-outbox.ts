import type { ObjectId } from '../../core/objects/object-id.ts';
import type { ReadOutcome } from '../ports.ts';
import type { DiskReply, PackedBlock } from './disk-messages.ts';
import { type BlockHashes, type BlockSink, SMALL_FILE_BYTES } from './read-file.ts';

/** Small files travel together: a message costs about as much as reading a small file. */
const BATCH_BYTES = 4 * SMALL_FILE_BYTES;

/** Outcomes also travel alone when there are many without blocks, so that progress is seen. */
const BATCH_FILES = 1000;

type BlocksReply = Extract<DiskReply, { kind: 'blocks' }>;

/** Gathers blocks and outcomes into messages whose memory is handed over, not copied. */
export class BlockOutbox implements BlockSink {
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

/** Memory that may be handed over. Small `Buffer`s share a pool with others, which may not. */
function ownMemory(block: Uint8Array): { buffer: ArrayBuffer; offset: number } {
  const isShared = block.buffer.byteLength > 2 * block.byteLength || !(block.buffer instanceof ArrayBuffer);
  if (isShared || block.byteLength < 64 * 1024) return { buffer: new Uint8Array(block).buffer, offset: 0 };
  return { buffer: block.buffer, offset: block.byteOffset };
}
