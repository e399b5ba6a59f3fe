import { MOST_PADDING_BYTES } from '../../core/library/encryption.ts';
import { BLOCK_REPEATS_MAX } from '../../core/limits.ts';
import type { FileObject } from '../../core/objects/file-object.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { isStepDue } from '../../core/steps.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';
import { decodeFileYielding } from '../reading/file-content.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import { pushRefusal, readPushed } from './pushed-objects.ts';

/** Names of blocks and files after which other work gets its turn. */
const NAMES_BEFORE_YIELD = 16_384;
const NAMES_OF_A_FILE = 64;

interface PushedFilesOptions {
  /** Whether blocks are stored longer than what they hold. */
  readonly isEncrypted: boolean;
  /** Called with each file object and block that the tree names and that is here. */
  readonly reached: (id: ObjectId) => void;
}

/** File objects as a pushed tree names them, each looked at once. */
export class PushedFiles {
  readonly #store: LibraryObjects;
  readonly #isEncrypted: boolean;
  /** Null: blocks are not here. */
  readonly #sizes = new Map<ObjectId, number | null>();
  /** Sizes of blocks that are here, as stored. */
  readonly #blocks = new Map<ObjectId, number>();
  #namesSinceYield = 0;

  readonly #reached: (id: ObjectId) => void;

  constructor(store: LibraryObjects, { isEncrypted, reached }: PushedFilesOptions) {
    this.#store = store;
    this.#reached = reached;
    this.#isEncrypted = isEncrypted;
  }

  /**
   * The size of a file, which its object and its blocks agree about; null when blocks of it are not here.
   * @throws DomainError `argument-invalid` where they do not agree; as `readPushed`
   */
  async sizeOf(id: ObjectId, path: string): Promise<number | null> {
    if (id === EMPTY_ID) return 0;
    const known = this.#sizes.get(id);
    if (known !== undefined) return known;
    const file = await readPushed(this.#store, { id, path }, decodeFileYielding);
    const storedBytes = await this.#storedBytes(file, path);
    if (storedBytes !== null && !this.#isSizeOf(file, storedBytes)) throw pushRefusal('size-untrue', path);
    const sizeBytes = storedBytes === null ? null : file.sizeBytes;
    this.#reached(id);
    this.#sizes.set(id, sizeBytes);
    this.#namesSinceYield += NAMES_OF_A_FILE + file.blockIds.length;
    if (this.#namesSinceYield >= NAMES_BEFORE_YIELD) {
      this.#namesSinceYield = 0;
      await yieldToEventLoop();
    }
    return sizeBytes;
  }

  /** Of all blocks together, repeats included; null when not all are here. */
  async #storedBytes({ blockIds }: FileObject, path: string): Promise<number | null> {
    const repeats = blockIds.length > BLOCK_REPEATS_MAX ? new Map<ObjectId, number>() : null;
    let sum = 0;
    for (const [at, id] of blockIds.entries()) {
      if (isStepDue(at)) await yieldToEventLoop();
      const repeated = (repeats?.get(id) ?? 0) + 1;
      if (repeated > BLOCK_REPEATS_MAX) throw pushRefusal('blocks-repeated', path);
      repeats?.set(id, repeated);
      const sizeBytes = this.#blockBytes(id);
      if (sizeBytes === null) return null;
      sum += sizeBytes;
    }
    return sum;
  }

  /** From the record: no block is read. */
  #blockBytes(id: ObjectId): number | null {
    const known = this.#blocks.get(id);
    if (known !== undefined) return known;
    const sizeBytes = this.#store.has('block', id) ? this.#store.sizeOf('block', id) : null;
    if (sizeBytes === null) return null;
    this.#blocks.set(id, sizeBytes);
    this.#reached(id);
    return sizeBytes;
  }

  #isSizeOf({ blockIds, sizeBytes }: FileObject, storedBytes: number): boolean {
    if (!this.#isEncrypted) return storedBytes === sizeBytes;
    const filling = storedBytes - sizeBytes;
    return filling >= blockIds.length && filling <= MOST_PADDING_BYTES * blockIds.length;
  }
}
