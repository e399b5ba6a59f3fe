import { DomainError } from '../../core/errors.ts';
import type { FolderCheckout } from '../checkout/folder-checkout.ts';
import type { FolderIngest } from '../ingest/folder-ingest.ts';
import type { LinkParts } from '../link/link-parts.ts';
import type { PausedList } from '../paused-items.ts';
import type { DirtyPaths } from '../watch/event-debouncer.ts';

/** Answers of a person about paused changes: first about those of the folder, which are also shown first. */
export class PausedChangeAnswers {
  readonly #parts: LinkParts;
  readonly #ingest: FolderIngest;
  readonly #checkout: FolderCheckout;
  #isRevertWanted = false;

  constructor(parts: LinkParts, ingest: FolderIngest, checkout: FolderCheckout) {
    this.#parts = parts;
    this.#ingest = ingest;
    this.#checkout = checkout;
  }

  /** All paused changes, as they are shown. */
  items(): PausedList {
    const { status, index, folder } = this.#parts;
    if (status.paused !== null) return this.#ingest.paused.items(index, folder.key);
    return this.#checkout.departures.items();
  }

  /**
   * Lets it happen, as far as it was told: into the library, or else out of the folder. For before a full rescan.
   * @throws DomainError `held-changed` when something else waits than what the token was given with
   */
  accept(token: string): void {
    this.#requireShown(token);
    if (this.#parts.status.paused !== null) this.#ingest.paused.accept();
    else this.#checkout.departures.accept();
  }

  /**
   * What the library has no more it gets again with the next full rescan; what the folder has not, after it.
   * @throws DomainError as `accept`, and why the library takes nothing in now, if so
   */
  revert(token: string): void {
    this.#requireShown(token);
    const { status, index, folder, library } = this.#parts;
    if (status.paused === null && status.departing !== null) {
      library.requireWritable();
      this.#checkout.departures.keep();
      return;
    }
    this.#isRevertWanted = true;
    this.#ingest.paused.beginRevert(index, folder.key);
  }

  #requireShown(token: string): void {
    if (this.items().token === token) return;
    const { status, index, folder } = this.#parts;
    // It may have changed since it was told last.
    status.paused = this.#ingest.paused.toJson(index, folder.key);
    status.tellUnlessQuiet();
    throw new DomainError('held-changed', {});
  }

  /** Only once a full rescan has taken in what was rewritten may it be put back. */
  get isRevertWanted(): boolean {
    return this.#isRevertWanted;
  }

  /** What is to be kept is forgotten before a full rescan: in the middle of one, it would come on record again. */
  beforeScan({ isEverything }: DirtyPaths): void {
    const { status, index, folder } = this.#parts;
    if (isEverything && this.#checkout.keepDepartures()) status.fileCount = index.countFiles(folder.key);
  }

  /** Writes what is gone from disk again, and gives the library back what rewritten files were. */
  async revertNow(): Promise<void> {
    const { agreement, status } = this.#parts;
    this.#isRevertWanted = false;
    await this.#checkout.revert(this.#ingest.paused.removals.rows());
    await this.#ingest.restore();
    // The tree may be the one that was followed before the files were rewritten, and must be followed again.
    agreement.forget();
    status.rest();
  }
}
