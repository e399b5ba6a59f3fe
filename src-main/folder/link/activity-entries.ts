import type { FolderActivityEntryJson, FolderActivityJson } from '../../../src-shared/folder-choices-api.ts';
import { inEnglish, type Said, said } from '../../../src-shared/service-words.ts';
import { type FolderActivityEntry, MOST_ACTIVITY_ENTRIES } from '../../core/folder/folder-activity.ts';
import type { Timers } from '../ports.ts';
import type { FolderActivity } from './folder-activity.ts';

/** More than a page shows at once; the list has the rest. */
const MAX_TOLD = 50;

/** If more files than this fail at once, the disk is at fault. */
const MAX_FAILING = 10_000;

/** At most four a second, so that progress costs next to nothing; the last one is always sent. */
const SPACING_MS = 250;

/** Calls `announce` soon after each `touch`, but not more often than four times a second. */
export class ThrottledEmitter {
  readonly #timers: Timers;
  readonly #announce: () => void;
  #isResting = false;
  #isWanted = false;
  #isClosed = false;

  constructor(timers: Timers, announce: () => void) {
    this.#timers = timers;
    this.#announce = announce;
  }

  touch(): void {
    if (this.#isClosed) return;
    if (this.#isResting) {
      this.#isWanted = true;
      return;
    }
    this.#isResting = true;
    this.#timers.after(SPACING_MS, () => {
      this.#isResting = false;
      if (!this.#isWanted) return;
      this.#isWanted = false;
      this.touch();
    });
    this.#announce();
  }

  close(): void {
    this.#isClosed = true;
  }
}

/** An activity entry without its time. */
export type NewActivityEntry = Omit<FolderActivityEntry, 'at_ms'>;

export function movedEntry(path: string, from: string): NewActivityEntry {
  return { path, what: 'moved', bytes: 0, said: said('movedFrom', { what: from }) };
}

export interface ActivityEntriesOptions {
  readonly nowMs: () => number;
  readonly timers: Timers;
  readonly folderActivity: FolderActivity;
  readonly folderKey: number;
  /** The newest entries since the last call, oldest first; at most four times a second. */
  readonly onEntries: (entries: readonly FolderActivityEntryJson[]) => void;
}

/** The activity entries of one linked folder. */
export class ActivityEntries {
  readonly #nowMs: () => number;
  readonly #emitter: ThrottledEmitter;
  readonly #folderActivity: FolderActivity;
  readonly #folderKey: number;
  #untold: FolderActivityEntryJson[] = [];
  /** A repeated failure is told once, until the path succeeds or fails differently. */
  readonly #failing = new Map<string, string>();

  constructor({ nowMs, timers, folderActivity, folderKey, onEntries }: ActivityEntriesOptions) {
    this.#nowMs = nowMs;
    this.#folderActivity = folderActivity;
    this.#folderKey = folderKey;
    this.#emitter = new ThrottledEmitter(timers, () => {
      const entries = this.#untold;
      this.#untold = [];
      if (entries.length > 0) onEntries(entries);
    });
    this.#recallFailures();
  }

  /** Newest first. */
  list(limit: number): FolderActivityEntryJson[] {
    return this.#folderActivity.list(this.#folderKey, Math.max(1, limit)).map(entryJson);
  }

  toJson(limit: number): FolderActivityJson {
    return { begins_at: this.#folderActivity.beginsAt(this.#folderKey), entries: this.list(limit) };
  }

  add(entries: readonly NewActivityEntry[]): void {
    if (entries.length === 0) return;
    for (const { path } of entries) this.#failing.delete(path);
    this.#keep(entries);
  }

  addFailure(path: string, why: Said): void {
    const detail = inEnglish(why);
    if (this.#failing.get(path) === detail || this.#failing.size >= MAX_FAILING) return;
    this.#failing.set(path, detail);
    this.#keep([{ path, what: 'failed', bytes: 0, said: why }]);
  }

  close(): void {
    this.#emitter.close();
  }

  #keep(added: readonly NewActivityEntry[]): void {
    const at_ms = this.#nowMs();
    const entries = added.slice(-MOST_ACTIVITY_ENTRIES).map((entry) => ({ at_ms, ...entry }));
    this.#folderActivity.add(this.#folderKey, entries);
    this.#untold = [...this.#untold, ...entries.slice(-MAX_TOLD).map(entryJson)].slice(-MAX_TOLD);
    this.#emitter.touch();
  }

  /** Failures that outlast a restart are not told again. */
  #recallFailures(): void {
    const seen = new Set<string>();
    for (const { path, what, detail } of this.list(MOST_ACTIVITY_ENTRIES)) {
      if (what === 'failed' && !seen.has(path)) this.#failing.set(path, detail);
      seen.add(path);
    }
  }
}

function entryJson(entry: FolderActivityEntry): FolderActivityEntryJson {
  return { ...entry, detail: entry.said === null ? '' : inEnglish(entry.said) };
}
