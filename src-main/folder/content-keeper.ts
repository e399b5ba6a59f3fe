import { DomainError } from '../core/errors.ts';
import { decodeFile } from '../core/objects/file-object.ts';
import { EMPTY_ID, type ObjectId } from '../core/objects/object-id.ts';
import type { IngestObjects, ReadBatch, ReadOutcome } from './ports.ts';

/**
 * Hands what was read to the library's store, one round of files. Everything is written, also what is known already:
 * that is how the store compares contents of one id, and how it knows that they are needed.
 */
export class ContentKeeper {
  readonly #objects: IngestObjects;
  /** Blocks whose id names another content in the library. */
  readonly #strangers = new Set<ObjectId>();

  constructor(objects: IngestObjects) {
    this.#objects = objects;
  }

  /**
   * What became of the files of the batch. A file with a block that has the id of another content is not kept; the
   * others are. NOT durable before a flush. @throws DomainError `disk-full`
   */
  async keep(batch: ReadBatch): Promise<ReadOutcome[]> {
    for (const { id, bytes } of batch.blocks) await this.#keepBlock(id, bytes);
    const outcomes: ReadOutcome[] = [];
    for (const file of batch.files) outcomes.push(await this.#keepFile(file));
    free(batch);
    return outcomes;
  }

  async #keepBlock(id: ObjectId, bytes: Uint8Array): Promise<void> {
    try {
      await this.#objects.write('block', id, bytes);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'object-collision') throw error;
      this.#strangers.add(id);
    }
  }

  async #keepFile(file: ReadOutcome): Promise<ReadOutcome> {
    if (file.kind !== 'read' || file.id === EMPTY_ID) return file;
    const bytes = Buffer.from(file.objectText);
    if (
      this.#strangers.size > 0 &&
      decodeFile(file.id, bytes).blockIds.some((id) => this.#strangers.has(id))
    ) {
      return { index: file.index, kind: 'failed', reason: 'unreadable', message: COLLISION };
    }
    await this.#objects.write('fs', file.id, bytes);
    return file;
  }
}

const COLLISION = 'its content has the checksum of another content in the library, so it cannot be kept';

/**
 * Gives the memory of a batch back at once. Left to the garbage collector, which does not see how large the blocks
 * are, the blocks of a large file pile up by the hundred megabytes.
 */
function free({ blocks }: ReadBatch): void {
  const buffers = new Set(blocks.map(({ bytes }) => bytes.buffer));
  for (const buffer of buffers) if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
