import type { LibraryFiles, PackFile } from '../backend/backend.ts';
import type { MovedRecord, PackMove } from '../sqlite/object-index.ts';
import type { LibraryHealth } from './library-state.ts';
import { PACK_HEADER_BYTES } from './pack-format.ts';
import type { ScannedRecord } from './pack-scan.ts';

export interface CompactedPackDependencies {
  readonly number: number;
  readonly files: Pick<LibraryFiles, 'createPack' | 'saveName'>;
  readonly health: LibraryHealth;
  /** Puts the new places on record. Returns for how many objects. */
  readonly record: (move: PackMove) => number;
}

/** 4 MiB: what one write call of the full rate takes, and what compaction holds in memory. */
const BATCH_BYTES = 4 * 1024 * 1024;
/** About 15 ms of updates, after which other work gets its turn. */
const BATCH_RECORDS = 2_000;

/** A pack that compaction fills with copies of records. A copy counts once it is durable, batch by batch. */
export class CompactedPack {
  readonly #deps: CompactedPackDependencies;
  readonly #file: PackFile;
  #batch: { readonly bytes: Buffer; readonly moved: MovedRecord }[] = [];
  #batchBytes = 0;
  /** Where the last batch ends. */
  #endOffset = PACK_HEADER_BYTES;
  #isNameDurable = false;

  private constructor(deps: CompactedPackDependencies, file: PackFile) {
    this.#deps = deps;
    this.#file = file;
  }

  /** @throws DomainError `disk-full`, `busy`, `library-read-only`, like every step */
  static async create(deps: CompactedPackDependencies, header: Buffer): Promise<CompactedPack> {
    try {
      const pack = new CompactedPack(deps, await deps.files.createPack(deps.number, 'alone'));
      await pack.#file.write(header, 0).catch(async (cause: unknown) => {
        await pack.abandon();
        throw cause;
      });
      return pack;
    } catch (cause) {
      throw deps.health.judge(cause);
    }
  }

  /** Length of the pack with all that it took. */
  get sizeBytes(): number {
    return this.#endOffset + this.#batchBytes;
  }

  get isBatchFull(): boolean {
    return this.#batchBytes >= BATCH_BYTES || this.#batch.length >= BATCH_RECORDS;
  }

  /** Takes a copy of a record, to be written with its batch. */
  add({ header: { kind, id }, bytes, offset }: ScannedRecord, fromPack: number): void {
    const moved = { kind, id, fromPack, fromOffset: offset, toOffset: this.sizeBytes };
    this.#batch.push({ bytes: Buffer.from(bytes), moved });
    this.#batchBytes += bytes.length;
  }

  /** Makes the batch durable and enters it in the index. Returns how many objects are here now that were elsewhere. */
  async flush(): Promise<number> {
    if (this.#batch.length === 0) return 0;
    const { health, number, record } = this.#deps;
    await this.#write(Buffer.concat(this.#batch.map(({ bytes }) => bytes)));
    health.assertWritable();
    // Before the rows: when the database fails, it is unknown whether they name the batch, so the pack has to stay.
    this.#endOffset += this.#batchBytes;
    const records = this.#batch.map(({ moved }) => moved);
    this.#batch = [];
    this.#batchBytes = 0;
    try {
      return record({ toPack: number, endOffset: this.#endOffset, records });
    } catch (cause) {
      throw health.judge(cause);
    }
  }

  async close(): Promise<void> {
    try {
      await this.#file.close();
    } catch (cause) {
      throw this.#deps.health.fail(cause);
    }
  }

  /** Closes it after a failure. A pack without a batch on record is taken away: a full disk needs its room. */
  async abandon(): Promise<void> {
    // What is in the file and not on record means nothing, so it does not matter what its closing says.
    await Promise.allSettled([this.#file.close()]);
    if (this.#endOffset === PACK_HEADER_BYTES) await this.#file.remove();
  }

  async #write(bytes: Buffer): Promise<void> {
    const { health, files, number } = this.#deps;
    try {
      await this.#file.write(bytes, this.#endOffset);
    } catch (cause) {
      throw health.judge(cause);
    }
    try {
      await this.#file.sync();
      if (!this.#isNameDurable) await files.saveName(number);
    } catch (cause) {
      throw health.fail(cause);
    }
    this.#isNameDurable = true;
  }
}
