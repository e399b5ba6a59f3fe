import { said } from '../../../src-shared/service-words.ts';
import { DomainError } from '../../core/errors.ts';
import { decodeFile } from '../../core/objects/file-object.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import type { IngestObjects, ReadBatch, ReadBlock, ReadOutcome } from '../ports.ts';

/** Large blocks in progress: one is hashed while the one before is written. */
const MOST_UNDER_WAY = 2;

/**
 * Stores what was read, one batch of files at a time. Known content is written as well: that is how the store compares
 * contents of the same id, and learns that they are needed.
 */
export class ContentKeeper {
  readonly #objects: IngestObjects;
  /** Blocks whose id belongs to other content in the library. */
  readonly #strangers = new Set<ObjectId>();
  /** Blocks that are being hashed and written in threads, the oldest first. */
  readonly #underWay: Promise<void>[] = [];

  constructor(objects: IngestObjects) {
    this.#objects = objects;
  }

  /**
   * Returns the outcomes of the files. A file with a block whose id belongs to other content is left out. Large blocks
   * may still be in progress on return; files never return before their blocks. An error of a large block is thrown by
   * the next call, at the latest by the one with its file. NOT durable before a flush.
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

  /** Resolves when nothing is in progress, whether or not it failed. */
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

  /** Undefined: the next block may come meanwhile. */
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

  /** Outcome of a file whose blocks were stored. */
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
 * Frees memory at once, unless the store has taken it. The garbage collector does not see how large the blocks are, and
 * lets hundreds of megabytes of them pile up.
 */
function free(buffer: ArrayBufferLike): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}
