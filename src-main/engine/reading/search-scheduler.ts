/** Some ten milliseconds of changes to the search index, done as one transaction. */
export type Slice = () => void;

/** Work on the search index, which goes on once a slice is done. */
export type Slices = AsyncGenerator<Slice, void, void>;

/** What is to be done for one library. */
export interface SearchJob {
  readonly id: string;
  /** Another one: there is something to do again. */
  readonly version: number;
  readonly begin: () => Slices;
  /** False: the library is gone, and the work ends where it is. */
  readonly isWanted: () => boolean;
}

interface OpenJob extends SearchJob {
  readonly slices: Slices;
}

/** Some thousands of names: whatever people change at once is in after one turn. */
const SLICES_BEFORE_YIELD = 20;
/** Each keeps what changed, and the folders that it is in, in memory. */
const MOST_OPEN = 4;

/** Work was given up because it is not wanted any more. */
export class Stopped extends Error {}

/**
 * Lets libraries take turns, so that none keeps the others out of the index, however much there is to do for it. What isn't
 * done after a turn stays open and goes on in the next round; beyond a few of these the others wait for one of them
 * to end, and then begin again. What fails is left, and the others go on.
 */
export class SearchScheduler {
  readonly #run: (slice: Slice) => Promise<void>;
  readonly #open = new Map<string, OpenJob>();
  /** First come, first served. */
  readonly #waiting = new Map<string, SearchJob>();
  /** Versions that are done. */
  readonly #done = new Map<string, number>();
  readonly #failures: unknown[] = [];

  constructor(run: (slice: Slice) => Promise<void>) {
    this.#run = run;
  }

  /**
   * A turn for whatever is open, and for those of the jobs that are new.
   * @returns whether there was one
   * @throws Stopped when the work as a whole is to end
   */
  async round(jobs: readonly SearchJob[]): Promise<boolean> {
    for (const [id, job] of this.#waiting) {
      if (this.#open.size === MOST_OPEN) break;
      this.#waiting.delete(id);
      this.#open.set(id, { ...job, slices: job.begin() });
    }
    const open = [...this.#open.values()];
    const fresh = jobs.filter((job) => this.#isNew(job));
    for (const job of open) await this.#turn(job);
    for (const job of fresh) await this.#turn({ ...job, slices: job.begin() });
    return open.length + fresh.length > 0;
  }

  /** @throws what the first of the jobs that failed threw */
  rethrow(): void {
    if (this.#failures.length > 0) throw this.#failures[0];
  }

  #isNew({ id, version }: SearchJob): boolean {
    return !this.#open.has(id) && !this.#waiting.has(id) && this.#done.get(id) !== version;
  }

  async #turn(job: OpenJob): Promise<void> {
    const { id, slices } = job;
    if (await this.#isOver(job)) {
      this.#open.delete(id);
      this.#done.set(id, job.version);
    } else if (this.#open.has(id)) return;
    else if (this.#open.size < MOST_OPEN && this.#waiting.size === 0) this.#open.set(id, job);
    else {
      this.#waiting.set(id, job);
      await slices.return();
    }
  }

  async #isOver(job: OpenJob): Promise<boolean> {
    for (let count = 0; count < SLICES_BEFORE_YIELD; count += 1) {
      const slice = await this.#next(job);
      if (slice === null) return true;
      await this.#run(slice);
    }
    return false;
  }

  /** Null: there is nothing more to do. */
  async #next({ slices, isWanted }: OpenJob): Promise<Slice | null> {
    try {
      const { value, done } = await slices.next();
      if (done !== true && isWanted()) return value;
      await slices.return();
    } catch (error) {
      if (!(error instanceof Stopped)) this.#failures.push(error);
      else if (isWanted()) throw error;
    }
    return null;
  }
}
