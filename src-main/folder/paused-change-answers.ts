import type { FolderHeldItemJson } from '../../src-shared/local-api.ts';
import type { FolderCheckout } from './checkout/folder-checkout.ts';
import type { DirtyPaths } from './event-debouncer.ts';
import type { FolderIngest } from './folder-ingest.ts';
import type { DirectionParts } from './linked-folder-parts.ts';
import { stepsToRevert } from './revert.ts';

type PausedChangeParts = Pick<DirectionParts, 'folder' | 'ports' | 'activity' | 'settings'>;

/** What a person answers about changes that are held: about what the folder did first, which is also told first. */
export class PausedChangeAnswers {
  readonly #parts: PausedChangeParts;
  readonly #ingest: FolderIngest;
  readonly #checkout: FolderCheckout;
  #isRevertWanted = false;

  constructor(parts: PausedChangeParts, ingest: FolderIngest, checkout: FolderCheckout) {
    this.#parts = parts;
    this.#ingest = ingest;
    this.#checkout = checkout;
  }

  /** All that is held and told, by path. */
  items(): FolderHeldItemJson[] {
    const { activity, ports, folder } = this.#parts;
    if (activity.held !== null) return this.#ingest.paused.items(ports.index, folder.key);
    return this.#checkout.departures.items();
  }

  /** Lets it happen, as far as it was told: into the library, or else out of the folder. For before a full rescan. */
  accept(): void {
    if (this.#parts.activity.held !== null) this.#ingest.paused.accept();
    else this.#checkout.departures.accept();
  }

  /**
   * What the library has no more it gets again with the next full rescan; what the folder has not, after it.
   * @throws DomainError why the library takes nothing in now, if so
   */
  revert(): void {
    const { activity, ports, folder, settings } = this.#parts;
    if (activity.held === null && activity.departing !== null) {
      settings.library.requireWritable();
      this.#checkout.departures.keep();
      return;
    }
    this.#isRevertWanted = true;
    this.#ingest.paused.beginRevert(ports.index, folder.key);
  }

  /** Only once a full rescan has taken in what was rewritten may it be put back. */
  get isRevertWanted(): boolean {
    return this.#isRevertWanted;
  }

  /** What is to be kept is forgotten before a full rescan: in the middle of one, it would come on record again. */
  beforeScan({ isEverything }: DirtyPaths): void {
    const { activity, ports, folder } = this.#parts;
    if (isEverything && this.#checkout.keepDepartures())
      activity.fileCount = ports.index.countFiles(folder.key);
  }

  /** Writes what is gone from disk again, and gives the library back what rewritten files were. */
  async revertNow(): Promise<void> {
    const { ports, folder, activity } = this.#parts;
    this.#isRevertWanted = false;
    const rows = this.#ingest.paused.removedRows();
    await this.#checkout.revert(stepsToRevert(rows, ports.index, folder.key));
    await this.#ingest.restore();
    // The tree may be the one that was followed before the files were rewritten, and must be followed again.
    this.#checkout.forgetAgreement();
    activity.rest();
  }
}
