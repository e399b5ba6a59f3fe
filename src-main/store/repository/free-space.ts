import { DomainError } from '../../core/errors.ts';
import type { Backend } from '../backend/backend.ts';

export interface FreeSpaceDependencies {
  readonly backend: Pick<Backend, 'freeBytes'>;
  /** Below this no content is accepted. */
  readonly reserveBytes: number;
  readonly nowSeconds: () => number;
}

/** What of the reserve folders and commits leave alone, so that something can be deleted when content has filled the rest. */
const LAST_RESERVE = 1 / 2;
/** How far free space may fall between two questions: far less than the reserve of any disk beyond 2 GB. */
const BYTES_PER_QUESTION = 16 * 1024 * 1024;

/** Content fills disks. What says which content there is hardly takes room, and deleting needs it too. */
export type RoomFor = 'content' | 'trees';

/** Stops writing before the disk is full to the last byte, when also the database could not go on. */
export class FreeSpace {
  readonly #deps: FreeSpaceDependencies;
  #askedAtSeconds: number | null = null;
  #question: Promise<void> | null = null;
  /** As of the last answer. */
  #freeBytes = Number.POSITIVE_INFINITY;
  /** Accepted since then. */
  #acceptedBytes = 0;

  constructor(deps: FreeSpaceDependencies) {
    this.#deps = deps;
  }

  /** Takes note that so much is about to be written. @throws DomainError `disk-full` when that touches the reserve */
  async accept(sizeBytes: number, purpose: RoomFor): Promise<void> {
    if (this.#isStale()) this.#question = this.#ask();
    if (this.#question !== null) await this.#question;
    if (!this.#fits(sizeBytes, purpose)) throw new DomainError('disk-full', { reason: 'reserve' });
    this.#acceptedBytes += sizeBytes;
  }

  /** As `accept`, while the last answer still holds. False: nothing was noted, ask with `accept`. */
  acceptNow(sizeBytes: number, purpose: RoomFor): boolean {
    if (this.#question !== null || this.#isStale() || !this.#fits(sizeBytes, purpose)) return false;
    this.#acceptedBytes += sizeBytes;
    return true;
  }

  #fits(sizeBytes: number, purpose: RoomFor): boolean {
    const reserveBytes = this.#deps.reserveBytes * (purpose === 'content' ? 1 : LAST_RESERVE);
    return this.#freeBytes - this.#acceptedBytes - sizeBytes >= reserveBytes;
  }

  #isStale(): boolean {
    if (this.#question !== null) return false;
    return this.#askedAtSeconds !== this.#deps.nowSeconds() || this.#acceptedBytes >= BYTES_PER_QUESTION;
  }

  async #ask(): Promise<void> {
    const { backend, nowSeconds } = this.#deps;
    this.#askedAtSeconds = nowSeconds();
    // A disk that cannot tell is not full for that; writing to it says what is wrong.
    this.#freeBytes = await backend.freeBytes().catch(() => Number.POSITIVE_INFINITY);
    this.#acceptedBytes = 0;
    this.#question = null;
  }
}
