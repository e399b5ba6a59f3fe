import type { Steps } from '../steps.ts';
import { canonicalJson } from './canonical-json.ts';
import { EMPTY_ID, isObjectId, type ObjectId, objectIdOf } from './object-id.ts';
import { corrupt, isSafeInteger, parseObject } from './parse-object.ts';

/** What a file's content is made of: its blocks in order, repeats included. */
export interface FileObject {
  readonly blockIds: readonly ObjectId[];
  /** Plaintext size, also in encrypted libraries. */
  readonly sizeBytes: number;
}

/** From here on a text, of some 24,000 blocks, is read piece by piece. */
export const LONG_FILE_OBJECT_BYTES = 1024 * 1024;
const START = Buffer.from('{"block_ids": [');
const BETWEEN = '", "';
/** What follows the last id. */
const END = /^"\], "size": (0|[1-9]\d{0,15}), "type": 1, "version": 1\}$/;
const END_MAX_BYTES = 64;
const ID_BYTES = 40;
const IDS_A_STEP = 10_000;

/** The id and the exact bytes of a file object. A file without content: `EMPTY_ID`, no bytes. */
export function encodeFile(file: FileObject): { id: ObjectId; bytes: Buffer } {
  if (file.sizeBytes === 0) return { id: EMPTY_ID, bytes: Buffer.alloc(0) };
  const text = canonicalJson({ block_ids: file.blockIds, size: file.sizeBytes, type: 1, version: 1 });
  const bytes = Buffer.from(text);
  return { id: objectIdOf(bytes), bytes };
}

/**
 * The blocks and size in a file object. Whether the blocks add up to the size is for those who know the
 * blocks.
 * @throws DomainError `object-corrupt` unless the text is a version 1 file object with well-formed block ids.
 */
export function decodeFile(id: ObjectId, bytes: Uint8Array): FileObject {
  if (id === EMPTY_ID) return { blockIds: [], sizeBytes: 0 };
  const { block_ids: blockIds, size: sizeBytes } = parseObject(id, bytes, 1);
  if (!Array.isArray(blockIds) || !blockIds.every(isObjectId)) throw corrupt(id, 'block_ids');
  if (!isSafeInteger(sizeBytes) || sizeBytes < 0) throw corrupt(id, 'size');
  if ((sizeBytes === 0) !== (blockIds.length === 0)) throw corrupt(id, 'size');
  return { blockIds, sizeBytes };
}

/** As `decodeFile`. Half a million blocks take a second; each step of it some milliseconds. */
export function* decodeFileInSteps(id: ObjectId, bytes: Uint8Array): Steps<FileObject> {
  if (bytes.length < LONG_FILE_OBJECT_BYTES) return decodeFile(id, bytes);
  return (yield* canonicalFileInSteps(id, bytes)) ?? decodeFile(id, bytes);
}

/**
 * A file object that is spelled as we spell it; null for any other text.
 * @throws DomainError `object-corrupt`
 */
export function* canonicalFileInSteps(id: ObjectId, bytes: Uint8Array): Steps<FileObject | null> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!text.subarray(0, START.length).equals(START)) return null;
  const blockIds: ObjectId[] = [];
  let at = START.length;
  for (let before = '"'; text.toString('latin1', at, at + before.length) === before; before = BETWEEN) {
    const blockId = text.toString('latin1', at + before.length, at + before.length + ID_BYTES);
    if (!isObjectId(blockId)) return null;
    blockIds.push(blockId);
    at += before.length + ID_BYTES;
    if (blockIds.length % IDS_A_STEP === 0) yield;
  }
  if (text.length - at > END_MAX_BYTES) return null;
  const sizeBytes = Number(END.exec(text.toString('latin1', at))?.[1]);
  if (Number.isNaN(sizeBytes)) return null;
  if (!isSafeInteger(sizeBytes) || sizeBytes === 0) throw corrupt(id, 'size');
  return { blockIds, sizeBytes };
}
