import type { FolderProgressJson } from '../../src-shared/folders-api.ts';
import { t } from './messages.ts';

/** Before this, a rate is too random. */
const LEAST_MS = 5_000;
const LEAST_SAMPLES = 3;
/** The period over which the rate is averaged. */
const SMOOTHED_MS = 10_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** From this many minutes on, hours are shown. */
const MANY_MINUTES = 90;

/** Estimates how long work will go on from occasional progress reports. It gives no answer rather than a guess. */
export class TimeLeft {
  #begun: number | null = null;
  #samples = 0;
  #last = { atMs: 0, done: 0, total: 0 };
  /** Progress per millisecond. */
  #rate = 0;

  /** @returns milliseconds left; null: cannot be estimated */
  note(progress: FolderProgressJson | null, atMs: number): number | null {
    const measured = progress === null || progress.grows ? null : measureOf(progress);
    if (measured === null) {
      this.#begun = null;
      return null;
    }
    const { done, total } = measured;
    if (this.#begun === null || done < this.#last.done || total !== this.#last.total) {
      [this.#begun, this.#samples, this.#rate] = [atMs, 0, 0];
    } else this.#sample(done, atMs);
    this.#last = { atMs, done, total };
    const isKnown = atMs - this.#begun >= LEAST_MS && this.#samples >= LEAST_SAMPLES && this.#rate > 0;
    return isKnown ? (total - done) / this.#rate : null;
  }

  #sample(done: number, atMs: number): void {
    const passed = atMs - this.#last.atMs;
    if (passed <= 0) return;
    const now = (done - this.#last.done) / passed;
    const weight = this.#samples === 0 ? 1 : 1 - Math.exp(-passed / SMOOTHED_MS);
    this.#rate += (now - this.#rate) * weight;
    this.#samples += 1;
  }
}

/** The last phase, a commit, has no measure. */
function measureOf(progress: FolderProgressJson): { readonly done: number; readonly total: number } | null {
  const { phase, files_done, files_total, bytes_done, bytes_total } = progress;
  if (phase === 'scan' || phase === 'commit') return null;
  if (bytes_total > 0) return { done: bytes_done, total: bytes_total };
  return files_total > 0 ? { done: files_done, total: files_total } : null;
}

/** Rounded, as it is an estimate; empty when there is none. */
export function timeLeftText(leftMs: number | null): string {
  if (leftMs === null) return '';
  const minutes = Math.ceil(leftMs / MINUTE);
  if (leftMs < MINUTE) return t('lessThanMinute');
  return minutes < MANY_MINUTES
    ? t('minutesLeft', { count: minutes })
    : t('hoursLeft', { count: Math.round(leftMs / HOUR) });
}
