import { MAX_BLOCK_BYTES } from '../../core/blocks/content-defined.ts';
import { decryptBlockInSteps, type FileKey, MOST_PADDING_BYTES } from '../../core/library/encryption.ts';
import { WHOLE_FILE_OBJECT_MAX_BYTES } from '../../core/limits.ts';
import { decodeFileInSteps, type FileObject } from '../../core/objects/file-object.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import { corrupt } from '../../core/objects/parse-object.ts';
import { inSteps } from '../../core/steps.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import { type ReadingMemory, readAhead, UNCOUNTED } from './read-ahead.ts';
import type { RetainedReader } from './retained-reader.ts';

/** First and last byte wanted, both inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** What a file holds, by its own object: what a row of a folder says about it is a client's word. */
export interface FileContent {
  readonly sizeBytes: number;
  /**
   * The bytes, block by block, each checked against its id: all of them, or a range of a plain file. Never more than
   * `sizeBytes` promises, and fewer only with an error. The memory of each piece is the reader's.
   * @param memory asked for the memory of each block until the next one is wanted
   * @throws DomainError `busy` as `memory` says; `object-missing`; `object-corrupt`, also where the blocks are not as long as the file says
   */
  readonly read: (range?: ByteRange, memory?: ReadingMemory) => AsyncGenerator<Buffer>;
}

/** A stored file, and how to open its blocks. */
export interface StoredFile {
  readonly store: RetainedReader;
  readonly id: ObjectId;
  /** Null for a plain library. */
  readonly fileKey: FileKey | null;
}

/** Of files of 10 GB; some milliseconds. */
const BLOCKS_BEFORE_YIELD = 1_000;

/**
 * As `decodeFile`; others have turns while a long object is read.
 * @throws DomainError `object-corrupt`
 */
export function decodeFileYielding(id: ObjectId, bytes: Uint8Array): Promise<FileObject> {
  return inSteps(decodeFileInSteps(id, bytes), yieldToEventLoop);
}

/** As `decryptBlock`; others have turns while a long block is read. */
export function decryptBlockYielding(fileKey: FileKey, stored: Uint8Array): Promise<Buffer> {
  return inSteps(decryptBlockInSteps(fileKey, stored), yieldToEventLoop);
}

/** @throws DomainError `object-missing`, `object-corrupt` */
export async function openContent(stored: StoredFile): Promise<FileContent> {
  const { store, id } = stored;
  const file = await decodeFileYielding(id, await store.read('fs', id));
  return {
    sizeBytes: file.sizeBytes,
    read: (range, memory = UNCOUNTED) => bytesOf(stored, file, { range, memory }),
  };
}

/**
 * All bytes of a file; null when there are more than `maxBytes`, of which none are read then.
 * @throws DomainError as `FileContent.read`
 */
export async function readWhole(stored: StoredFile, maxBytes: number): Promise<Buffer | null> {
  const { store, id } = stored;
  if ((store.sizeOf('fs', id) ?? 0) > WHOLE_FILE_OBJECT_MAX_BYTES) return null;
  const { sizeBytes, read } = await openContent(stored);
  if (sizeBytes > maxBytes) return null;
  const pieces: Buffer[] = [];
  for await (const piece of read()) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* bytesOf(
  { store, id, fileKey }: StoredFile,
  file: FileObject,
  { range, memory }: { readonly range: ByteRange | undefined; readonly memory: ReadingMemory },
): AsyncGenerator<Buffer> {
  const { sizeBytes } = file;
  if (range === undefined && !(await canBeWhole(store, file, fileKey !== null))) throw corrupt(id, 'size');
  const { first, last } = range ?? { first: 0, last: sizeBytes - 1 };
  const wanted = range === undefined ? { ...file, offset: 0 } : await blocksWithin(store, file, range);
  let { offset } = wanted;
  const blocks = readAhead(wanted.blockIds, inMemory(store, memory), memory.hasPlenty);
  for await (const { stored, held } of blocks) {
    const block = fileKey === null ? stored : await decryptBlockYielding(fileKey, stored);
    const from = Math.max(0, first - offset);
    const to = Math.min(block.length, last + 1 - offset);
    // Before it is handed out: the reader may release its memory.
    offset += block.length;
    if (offset > sizeBytes) throw corrupt(id, 'size');
    if (from < to) yield block.subarray(from, to);
    memory.give(held);
  }
  if (offset <= last) throw corrupt(id, 'size');
}

/** Reads blocks when there is memory for them. */
function inMemory(store: RetainedReader, memory: ReadingMemory) {
  return async (id: ObjectId) => {
    const held = store.sizeOf('block', id) ?? MAX_BLOCK_BYTES;
    await memory.take(held);
    return { stored: await store.read('block', id), held };
  };
}

type Sizes = Pick<RetainedReader, 'sizeOf'>;

/**
 * Whether the blocks can be as long as the file says, by what is on record of them. One of which nothing is on record is
 * for its reader to judge.
 */
export async function canBeWhole(
  store: Sizes,
  { blockIds, sizeBytes }: FileObject,
  isEncrypted: boolean,
): Promise<boolean> {
  const [least, most] = isEncrypted ? [1, MOST_PADDING_BYTES] : [0, 0];
  let storedBytes = 0;
  for (const [at, id] of blockIds.entries()) {
    if (at % BLOCKS_BEFORE_YIELD === BLOCKS_BEFORE_YIELD - 1) await yieldToEventLoop();
    const blockBytes = store.sizeOf('block', id);
    if (blockBytes === null) return true;
    storedBytes += blockBytes;
    if (storedBytes > sizeBytes + blockIds.length * most) return false;
  }
  return storedBytes >= sizeBytes + blockIds.length * least;
}

/** The blocks that a range touches, and where the first of them begins. One of unknown size is for the reader to judge. */
async function blocksWithin(store: Sizes, { blockIds }: FileObject, { first, last }: ByteRange) {
  let from = 0;
  let offset = 0;
  let end = 0;
  for (const [at, id] of blockIds.entries()) {
    if (at % BLOCKS_BEFORE_YIELD === BLOCKS_BEFORE_YIELD - 1) await yieldToEventLoop();
    const sizeBytes = store.sizeOf('block', id);
    if (end > last) return { blockIds: blockIds.slice(from, at), offset };
    if (sizeBytes === null) break;
    end += sizeBytes;
    if (end > first) continue;
    from = at + 1;
    offset = end;
  }
  return { blockIds: blockIds.slice(from), offset };
}
