import { said } from '../../../src-shared/service-words.ts';
import { DomainError } from '../../core/errors.ts';
import { decodeFile } from '../../core/objects/file-object.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import type { IngestObjects, ReadBatch, ReadBlock, ReadOutcome } from '../ports.ts';

/** Large blocks on their way: one is hashed while the one before it is written. */
const MOST_UNDER_WAY = 2;

/**
 * Hands what was read to the library's store, one batch of files. Everything is written, also what is known already:
 * that is how the store compares contents of one id, and how it knows that they are needed.
 */
export class ContentKeeper {
  readonly #objects: IngestObjects;
  /** Blocks whose id names another content in the library. */
  readonly #strangers = new Set<ObjectId>();
  /** Blocks that are being hashed and written in threads, the oldest first. */
  readonly #underWay: Promise<void>[] = [];

  constructor(objects: IngestObjects) {
    this.#objects = objects;
  }

  /**
   * What became of the files of the batch. A file with a block that has the id of another content is not kept; the
   * others are. Large blocks may still be under way when it returns, those of its files are not; what becomes of them is
   * thrown by the next call, or the one that brings their file. NOT durable before a flush.
   * @throws DomainError `disk-full`
   */
  async keep(batch: ReadBatch): Promise<ReadOutcome[]> {
    for (const block of batch.blocks) {
      const keeping = this.#keepBlock(block);
      if (keeping !== undefined) await keeping;
    }
    // A file comes after its blocks.
    if (batch.files.length > 0 && this.#underWay.length > 0) await this.#finishAll();
    const outcomes: ReadOutcome[] = [];
    for (const file of batch.files) {
      const kept = this.#keptFile(file);
      const keeping = this.#keepFile(kept);
      if (keeping !== undefined) await keeping;
      outcomes.push(kept);
    }
    const copied = batch.blocks.filter(({ sha256 }) => sha256 !== null);
    for (const buffer of new Set(copied.map(({ bytes }) => bytes.buffer))) free(buffer);
    return outcomes;
  }

  /** Resolves when nothing is under way, whatever became of it. */
  async rest(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  /** Undefined: done already. */
  #keepBlock(block: ReadBlock): Promise<void> | undefined {
    try {
      return this.#write(block)?.catch((error: unknown) => this.#noteStranger(block.id, error));
    } catch (error) {
      return this.#noteStranger(block.id, error);
    }
  }

  #write({ id, sha256, bytes }: ReadBlock): Promise<void> | undefined {
    if (sha256 === null) return this.#begin(id, bytes);
    return this.#objects.writeHashed({ kind: 'block', id, bytes, sha256: Buffer.from(sha256, 'hex') });
  }

  /** Undefined: another one may come meanwhile. */
  #begin(id: ObjectId, bytes: Uint8Array): Promise<void> | undefined {
    const { buffer } = bytes;
    const write = async () => this.#objects.writeHashed({ kind: 'block', id, bytes, sha256: null });
    const adding = write()
      .catch((error: unknown) => this.#noteStranger(id, error))
      .finally(() => free(buffer));
    this.#underWay.push(adding);
    // The error goes to the caller that awaits it.
    adding.catch(() => undefined);
    return this.#underWay.length < MOST_UNDER_WAY ? undefined : this.#underWay.shift();
  }

  async #finishAll(): Promise<void> {
    for (let adding = this.#underWay.shift(); adding !== undefined; adding = this.#underWay.shift())
      await adding;
  }

  #noteStranger(id: ObjectId, error: unknown): undefined {
    if (!(error instanceof DomainError) || error.code !== 'object-collision') throw error;
    this.#strangers.add(id);
  }

  /** What becomes of a file whose blocks were kept. */
  #keptFile(file: ReadOutcome): ReadOutcome {
    if (file.kind !== 'read' || file.id === EMPTY_ID || this.#strangers.size === 0) return file;
    const { blockIds } = decodeFile(file.id, Buffer.from(file.objectText));
    if (!blockIds.some((id) => this.#strangers.has(id))) return file;
    return { index: file.index, kind: 'failed', reason: 'unreadable', said: said('checksumTaken') };
  }

  /** Undefined: done already. */
  #keepFile(file: ReadOutcome): Promise<void> | undefined {
    if (file.kind !== 'read' || file.id === EMPTY_ID) return undefined;
    const bytes = Buffer.from(file.objectText);
    return this.#objects.writeHashed({ kind: 'fs', id: file.id, bytes, sha256: null });
  }
}

/**
 * Gives memory back at once, unless the store has it by now. Left to the garbage collector, which does not see how large
 * the blocks are, the blocks of a large file pile up by the hundred megabytes.
 */
function free(buffer: ArrayBufferLike): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}
