import type { ObjectId } from '../../core/objects/object-id.ts';
import { corrupt } from '../../core/objects/parse-object.ts';
import { MAX_DEPTH } from '../../core/tree/split-path.ts';
import type { LibraryObjects, ObjectKind } from '../../store/objects/object-store.ts';
import { decodeDirYielding } from '../reading/directory-reader.ts';
import { decodeFileYielding } from '../reading/file-content.ts';
import { isUnreadable } from '../reading/stored-commits.ts';

export interface TreeCopyParts {
  readonly from: Pick<LibraryObjects, 'read'>;
  /** A namespace that nothing is collected from and nothing else writes to: what it has came in by this copy. */
  readonly to: Pick<LibraryObjects, 'has' | 'add' | 'write' | 'flush'>;
  readonly signal: AbortSignal;
  /** Told of each object that is kept, with its size. */
  readonly onBytes: (bytes: number) => void;
}

/** What is written between two flushes: bounds what waits in memory, and is much more than a flush costs. */
const FLUSH_BYTES = 64 * 1024 * 1024;

/**
 * Copies trees into an empty library, each object once, content before what names it. What cannot be read is left out,
 * so that one bad place on a disk does not take everything else along.
 */
export class TreeCopy {
  readonly #parts: TreeCopyParts;
  readonly #unreadable = new Set<string>();
  #unflushedBytes = 0;

  constructor(parts: TreeCopyParts) {
    this.#parts = parts;
  }

  /** How many objects could not be read. */
  get unreadable(): number {
    return this.#unreadable.size;
  }

  /** @throws DomainError `object-corrupt` for a tree that never ends; `disk-full`; the signal's reason */
  async add(id: ObjectId, depth = 0): Promise<void> {
    if (this.#isDone('fs', id)) return;
    if (depth > MAX_DEPTH) throw corrupt(id, 'too-deep');
    const dir = await this.#read('fs', id, async (bytes) => ({
      bytes,
      dirents: await decodeDirYielding(id, bytes),
    }));
    if (dir === null) return;
    for (const dirent of dir.dirents) {
      if (dirent.kind === 'dir') await this.add(dirent.id, depth + 1);
      else await this.#addFile(dirent.id);
    }
    await this.#keep('fs', id, dir.bytes);
  }

  async #addFile(id: ObjectId): Promise<void> {
    this.#parts.signal.throwIfAborted();
    if (this.#isDone('fs', id)) return;
    const file = await this.#read('fs', id, async (bytes) => ({
      bytes,
      blockIds: (await decodeFileYielding(id, bytes)).blockIds,
    }));
    if (file === null) return;
    for (const block of file.blockIds) await this.#addBlock(block);
    await this.#keep('fs', id, file.bytes);
  }

  async #addBlock(id: ObjectId): Promise<void> {
    this.#parts.signal.throwIfAborted();
    if (this.#isDone('block', id)) return;
    const block = await this.#read('block', id, (bytes) => bytes);
    if (block === null) return;
    const sizeBytes = block.length;
    await this.#parts.to.add(block, id);
    await this.#note(sizeBytes);
  }

  #isDone(kind: ObjectKind, id: ObjectId): boolean {
    return this.#unreadable.has(kind + id) || this.#parts.to.has(kind, id);
  }

  async #read<T>(kind: ObjectKind, id: ObjectId, take: (bytes: Buffer) => T | Promise<T>): Promise<T | null> {
    try {
      return await take(await this.#parts.from.read(kind, id));
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      this.#unreadable.add(kind + id);
      return null;
    }
  }

  async #keep(kind: ObjectKind, id: ObjectId, bytes: Buffer): Promise<void> {
    const sizeBytes = bytes.length;
    await this.#parts.to.write(kind, id, bytes);
    await this.#note(sizeBytes);
  }

  async #note(bytes: number): Promise<void> {
    this.#parts.onBytes(bytes);
    this.#unflushedBytes += bytes;
    if (this.#unflushedBytes < FLUSH_BYTES) return;
    this.#unflushedBytes = 0;
    await this.#parts.to.flush();
  }
}
