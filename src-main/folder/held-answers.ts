import type { LinkedFolder } from '../core/folder/linked-folder.ts';
import type { Inward } from './inward.ts';
import type { LinkedFolderActivity } from './linked-folder-activity.ts';
import type { Outward } from './outward/outward.ts';
import type { FolderIndex } from './ports.ts';
import { stepsToPutBack } from './put-back.ts';

interface HeldAnswersDependencies {
  readonly folder: Pick<LinkedFolder, 'key'>;
  readonly index: FolderIndex;
  readonly activity: Pick<LinkedFolderActivity, 'held'>;
  readonly inward: Pick<Inward, 'held' | 'restore'>;
  readonly outward: Pick<Outward, 'departures' | 'keepDepartures' | 'putBack' | 'forgetAgreement'>;
}

/** What a person answers about changes that are held: about what the folder did first, which is also told first. */
export class HeldAnswers {
  readonly #deps: HeldAnswersDependencies;
  #isPutBackWanted = false;

  constructor(deps: HeldAnswersDependencies) {
    this.#deps = deps;
  }

  /** Lets it happen, as far as it was told: into the library, or else out of the folder. For before a look at everything. */
  accept(): void {
    const { activity, inward, outward } = this.#deps;
    if (activity.held !== null) inward.held.accept();
    else outward.departures.accept();
  }

  /** What the library has no more it gets again with the next look at everything; what the folder has not, after it. */
  putBack(): void {
    const { activity, inward, outward, index, folder } = this.#deps;
    if (activity.held === null) {
      outward.keepDepartures();
      return;
    }
    this.#isPutBackWanted = true;
    inward.held.beginPutBack(index, folder.key);
  }

  /** Only once a look at everything has taken in what was rewritten may it be put back. */
  get isPutBackWanted(): boolean {
    return this.#isPutBackWanted;
  }

  /** Writes what is gone from disk again, and gives the library back what rewritten files were. */
  async putBackNow(): Promise<void> {
    const { inward, outward, index, folder } = this.#deps;
    this.#isPutBackWanted = false;
    await outward.putBack(stepsToPutBack(inward.held.removedRows(), index, folder.key));
    await inward.restore();
    // The tree may be the one that was followed before the files were rewritten, and must be followed again.
    outward.forgetAgreement();
  }
}
