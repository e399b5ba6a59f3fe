import { canonicalJson } from './canonical-json.ts';
import { EMPTY_ID, isObjectId, type ObjectId, objectIdOf } from './object-id.ts';
import { corrupt, isWhole, parseObject } from './parse-object.ts';

/** What a file's content is made of: its blocks in order, repeats included. */
export interface FileObject {
  readonly blockIds: readonly ObjectId[];
  /** Plaintext size, also in encrypted libraries. */
  readonly sizeBytes: number;
}

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
  if (!isWhole(sizeBytes) || sizeBytes < 0) throw corrupt(id, 'size');
  if ((sizeBytes === 0) !== (blockIds.length === 0)) throw corrupt(id, 'size');
  return { blockIds, sizeBytes };
}
