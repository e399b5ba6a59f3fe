import { DomainError } from '../../core/errors.ts';
import type { FolderCheckout } from '../checkout/folder-checkout.ts';
import type { FolderIngest } from '../ingest/folder-ingest.ts';
import type { LinkParts } from '../link/link-parts.ts';
import type { PausedList } from '../paused-items.ts';
import type { DirtyPaths } from '../watch/event-debouncer.ts';

/** Answers of a person to paused changes: to those of the folder first, which are also shown first. */
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
   * Accepts the changes that were shown: into the library, or else out of the folder. Has to come before a full rescan.
   * @throws DomainError `held-changed` when the paused changes are no longer those that the token was given for
   */
  accept(token: string): void {
    this.#requireShown(token);
    if (this.#parts.status.paused !== null) this.#ingest.paused.accept();
    else this.#checkout.departures.accept();
  }

  /**
   * The next full rescan gives the library back what it lost; the folder gets back what it lost after that rescan.
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
    // It may have changed since it was last shown.
    status.paused = this.#ingest.paused.toJson(index, folder.key);
    status.tellUnlessQuiet();
    throw new DomainError('held-changed', {});
  }

  /** Files may be put back only once a full rescan has taken in their new contents. */
  get isRevertWanted(): boolean {
    return this.#isRevertWanted;
  }

  /** Rows of files to keep are dropped before a full rescan: in the middle of one, they would be recorded again. */
  beforeScan({ isEverything }: DirtyPaths): void {
    const { status, index, folder } = this.#parts;
    if (isEverything && this.#checkout.keepDepartures()) status.fileCount = index.countFiles(folder.key);
  }

  /** Writes missing files again, and gives the library back the former contents of rewritten ones. */
  async revertNow(): Promise<void> {
    const { agreement, status } = this.#parts;
    this.#isRevertWanted = false;
    await this.#checkout.revert(this.#ingest.paused.removals.rows());
    await this.#ingest.restore();
    // The tree may equal the one before the files were rewritten, and must be followed all the same.
    agreement.forget();
    status.rest();
  }
}
