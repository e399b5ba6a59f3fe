import type { FolderActivityEntryJson } from '../../../src-shared/folder-choices-api.ts';
import type { Api } from '../../api/api.ts';
import { problemOf } from '../../api/problem.ts';
import type { Problem } from '../../format/problem.ts';

const LIMIT = 100;
// An event tells this many entries at most, so one with as many may have left some out.
const MAX_TOLD = 50;

/** The last things a linked folder did, kept in step with the service by its events. */
export class FolderActivity {
  #entries = $state.raw<readonly FolderActivityEntryJson[]>([]);
  #beginsAt = $state.raw(0);
  #status = $state.raw<'loading' | 'ready' | 'failed'>('loading');
  #problem = $state.raw<Problem | null>(null);
  readonly #api: Api;
  readonly #folderId: string;
  #asked = 0;

  constructor(api: Api, folderId: string) {
    this.#api = api;
    this.#folderId = folderId;
  }

  get entries(): readonly FolderActivityEntryJson[] {
    return this.#entries;
  }

  /** What was done before is not listed, in Unix seconds. */
  get beginsAt(): number {
    return this.#beginsAt;
  }

  get status(): 'loading' | 'ready' | 'failed' {
    return this.#status;
  }

  get problem(): Problem | null {
    return this.#problem;
  }

  /** Loads the list and follows the events until the answer is called. */
  start(): () => void {
    const stopEvents = this.#api.events.on((event) => {
      if (event.type === 'folder-activity' && event.folder_id === this.#folderId) this.#add(event.entries);
    });
    const stopResume = this.#api.events.onResume(() => void this.load());
    void this.load();
    return () => {
      stopEvents();
      stopResume();
      this.#asked += 1;
    };
  }

  async load(): Promise<void> {
    this.#asked += 1;
    const request = this.#asked;
    try {
      const { entries, begins_at } = await this.#api.folders.activity(this.#folderId, LIMIT);
      if (request !== this.#asked) return;
      this.#entries = entries;
      this.#beginsAt = begins_at;
      this.#problem = null;
      this.#status = 'ready';
    } catch (error) {
      if (request !== this.#asked) return;
      this.#problem = problemOf(error);
      if (this.#status === 'loading') this.#status = 'failed';
    }
  }

  /** `entries` come oldest first. */
  #add(entries: readonly FolderActivityEntryJson[]): void {
    // Until the list is there, and after a gap, only the service knows what comes between.
    if (this.#status !== 'ready' || entries.length >= MAX_TOLD) void this.load();
    else this.#entries = [...entries.toReversed(), ...this.#entries].slice(0, LIMIT);
  }
}
