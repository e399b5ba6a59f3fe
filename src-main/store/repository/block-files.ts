import { codeOf, type GivenBlock, type LibraryFiles, type StagedBlock } from '../backend/backend.ts';
import type { BlockHasher } from './block-hasher.ts';
import type { LibraryHealth } from './library-state.ts';
import { readFailure } from './pack-reader.ts';
import { objectCorrupt } from './verify.ts';

/** From this size on a block gets a file of its own: it costs one fsync, but can be removed without rewriting a pack. */
export const MIN_BLOCK_FILE_BYTES = 1024 * 1024;

export interface BlockFilesDependencies {
  readonly files: Pick<LibraryFiles, 'stage' | 'save' | 'openRange'>;
  readonly health: LibraryHealth;
  readonly hasher: Pick<BlockHasher, 'hash'>;
  /** Whether the file under the block's name is known to be damaged. */
  readonly isDamaged: (id: string) => boolean;
}

/** The blocks of one library that have files of their own. */
export class BlockFiles {
  readonly #deps: BlockFilesDependencies;

  constructor(deps: BlockFilesDependencies) {
    this.#deps = deps;
  }

  /** Takes a block on its way. Nothing is left of it when that fails. @throws like `save`; what a thread failed with */
  async stage(block: GivenBlock): Promise<StagedBlock> {
    try {
      return await this.#deps.files.stage(block);
    } catch (cause) {
      // An error without a code is that of a thread which ended, and says nothing about the disk.
      throw codeOf(cause) === '' ? cause : this.#deps.health.judge(cause);
    }
  }

  /**
   * Makes the blocks durable, and the names of all packs. May be called again with blocks of a failed call.
   * @throws DomainError `disk-full`, `busy`, `library-read-only`
   */
  async save(blocks: readonly StagedBlock[]): Promise<void> {
    const { files, health, isDamaged } = this.#deps;
    try {
      await files.save(blocks, isDamaged);
    } catch (cause) {
      throw health.judge(cause);
    }
  }

  /** @throws DomainError `object-missing`, `object-corrupt` */
  read(id: string, sizeBytes: number): Promise<Buffer> {
    // A byte more than it should have: a longer file is damaged.
    const range = { offset: 0, length: sizeBytes + 1 };
    return this.#verified({ id, sizeBytes }, this.#deps.files.openRange({ block: id }, range));
  }

  /** The bytes of a block that may not have been saved yet. @throws like `read` */
  readStaged(block: StagedBlock): Promise<Buffer> {
    return this.#verified(block, block.read());
  }

  async #verified({ id, sizeBytes }: Block, reading: Promise<Buffer>): Promise<Buffer> {
    const bytes = await reading.catch((cause: unknown) => {
      throw readFailure(id, cause);
    });
    if (bytes.length !== sizeBytes) throw objectCorrupt(id, 'size');
    const block = await this.#deps.hasher.hash(bytes, { withContentHash: false });
    if (block.id !== id) throw objectCorrupt(id, 'id-mismatch');
    return block.bytes;
  }
}

type Block = Pick<StagedBlock, 'id' | 'sizeBytes'>;
