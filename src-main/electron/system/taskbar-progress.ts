import type { LinkedFolderJson } from '../../../src-shared/folders-api.ts';

/** Shorter work is over before the user looks. */
const SHOWN_AFTER_MS = 10_000;

/** From 0 to 1; `unknown` while it cannot be measured; null: not shown. */
export type TaskbarProgress = number | 'unknown' | null;

/** The progress that the taskbar or Dock shows of all work together. */
export class WorkMeter {
  #sinceMs: number | null = null;

  measure(folders: readonly LinkedFolderJson[], nowMs: number): TaskbarProgress {
    const busy = folders.filter(({ state }) => state === 'scanning' || state === 'syncing');
    if (busy.length === 0) {
      this.#sinceMs = null;
      return null;
    }
    this.#sinceMs ??= nowMs;
    return nowMs - this.#sinceMs < SHOWN_AFTER_MS ? null : fraction(busy);
  }
}

function fraction(folders: readonly LinkedFolderJson[]): TaskbarProgress {
  const measured = folders.flatMap(({ progress }) => (progress === null ? [] : [progress]));
  const total = measured.reduce((sum, { bytes_total }) => sum + bytes_total, 0);
  const done = measured.reduce((sum, { bytes_done }) => sum + bytes_done, 0);
  return total === 0 ? 'unknown' : Math.min(1, done / total);
}
