import type { FolderActivityEntryJson, FolderActivityJson } from '../../../src-shared/folder-choices-api.ts';
import { inEnglish, type Said, said } from '../../../src-shared/service-words.ts';
import type { Timers } from '../ports.ts';

/** More than anyone scrolls through; older entries are in the library's history. */
const MAX_ENTRIES = 1000;

/** More than a page shows; the rest is in the list. */
const MAX_TOLD = 50;

/** When more than this fail at once, the disk is failing. */
const MAX_FAILING = 10_000;

/** At most four a second, so that progress costs next to nothing; the last one always comes. */
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

/** Something that a linked folder did, but for the time. */
export interface ActivityEvent extends Omit<FolderActivityEntryJson, 'at_ms' | 'detail' | 'said'> {
  readonly said: Said | null;
}

export function movedEvent(path: string, from: string): ActivityEvent {
  return { path, what: 'moved', bytes: 0, said: said('movedFrom', { what: from }) };
}

export interface ActivityLogOptions {
  readonly nowMs: () => number;
  readonly timers: Timers;
  /** The newest entries since the last call, oldest first; at most four times a second. */
  readonly onEntries: (entries: readonly FolderActivityEntryJson[]) => void;
}

/** The latest things that a linked folder did. */
export class ActivityLog {
  readonly #beginsAtSeconds: number;
  readonly #nowMs: () => number;
  readonly #emitter: ThrottledEmitter;
  #entries: FolderActivityEntryJson[] = [];
  #untold: FolderActivityEntryJson[] = [];
  /** What fails again and again is told once, until it succeeds or fails otherwise. */
  readonly #failing = new Map<string, string>();

  constructor({ nowMs, timers, onEntries }: ActivityLogOptions) {
    this.#nowMs = nowMs;
    this.#beginsAtSeconds = Math.floor(nowMs() / 1000);
    this.#emitter = new ThrottledEmitter(timers, () => {
      const entries = this.#untold;
      this.#untold = [];
      if (entries.length > 0) onEntries(entries);
    });
  }

  /** Newest first. */
  list(limit: number): FolderActivityEntryJson[] {
    return this.#entries.slice(-Math.max(1, limit)).reverse();
  }

  toJson(limit: number): FolderActivityJson {
    return { begins_at: this.#beginsAtSeconds, entries: this.list(limit) };
  }

  add(events: readonly ActivityEvent[]): void {
    if (events.length === 0) return;
    for (const { path } of events) this.#failing.delete(path);
    this.#keep(events);
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

  #keep(events: readonly ActivityEvent[]): void {
    const at_ms = this.#nowMs();
    const entries = events.slice(-MAX_ENTRIES).map((event) => {
      return { at_ms, ...event, detail: event.said === null ? '' : inEnglish(event.said) };
    });
    this.#entries = [...this.#entries, ...entries].slice(-MAX_ENTRIES);
    this.#untold = [...this.#untold, ...entries].slice(-MAX_TOLD);
    this.#emitter.touch();
  }
}
