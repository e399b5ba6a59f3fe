import type { FolderActivityEntryJson, FolderActivityJson } from '../../../src-shared/folder-choices-api.ts';
import type { Api } from '../../api/api.ts';
import { Fetched } from '../../api/followed.svelte.ts';
import type { Problem } from '../../format/problem.ts';

const LIMIT_AT_FIRST = 100;
const LIMIT = 1000;
// An event tells this many entries at most, so one with exactly as many may have left some out.
const MAX_TOLD = 50;

/** The last things a linked folder did, kept in step with the service by its events. */
export class FolderActivity {
  readonly #fetched = new Fetched<FolderActivityJson>();
  readonly #api: Api;
  readonly #folderId: string;
  #limit = LIMIT_AT_FIRST;

  constructor(api: Api, folderId: string) {
    this.#api = api;
    this.#folderId = folderId;
  }

  get entries(): readonly FolderActivityEntryJson[] {
    return this.#fetched.value?.entries ?? [];
  }

  /** The time, in Unix seconds, before which nothing is listed. */
  get beginsAt(): number {
    return this.#fetched.value?.begins_at ?? 0;
  }

  get status(): 'loading' | 'ready' | 'failed' {
    if (this.#fetched.value !== null) return 'ready';
    return this.problem === null ? 'loading' : 'failed';
  }

  get problem(): Problem | null {
    return this.#fetched.problem;
  }

  /** Loads the list and follows the events until the returned function is called. */
  start(): () => void {
    const stopEvents = this.#api.events.on((event) => {
      if (event.type === 'folder-activity' && event.folder_id === this.#folderId) this.#add(event.entries);
    });
    const stopResume = this.#api.events.onResume(() => void this.load());
    void this.load();
    return () => {
      stopEvents();
      stopResume();
    };
  }

  /** Loads what comes after the first hundred. */
  async loadAll(): Promise<void> {
    if (this.#limit === LIMIT) return;
    this.#limit = LIMIT;
    if (this.entries.length >= LIMIT_AT_FIRST) await this.load();
  }

  async load(): Promise<void> {
    await this.#fetched.load(() =>
      this.#api.call('GET folders/:folder_id/activity/', { folder_id: this.#folderId, limit: this.#limit }),
    );
  }

  /** `entries` come oldest first. */
  #add(entries: readonly FolderActivityEntryJson[]): void {
    // Until the list is there, after a gap and when it was cleared, only the service knows what is in it.
    const known = this.#fetched.value;
    if (known === null || entries.length === 0 || entries.length >= MAX_TOLD) void this.load();
    else
      this.#fetched.value = {
        ...known,
        entries: [...entries.toReversed(), ...known.entries].slice(0, this.#limit),
      };
  }
}
