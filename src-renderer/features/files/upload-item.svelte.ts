import { joinPath } from '../../format/path.ts';
import type { Problem } from '../../format/problem.ts';

export type UploadState = 'waiting' | 'sending' | 'done' | 'failed' | 'canceled';

/** A folder that files are uploaded to. */
export interface UploadPlace {
  readonly libraryId: string;
  readonly folder: string;
}

/** One file on its way into a library. */
export class UploadItem {
  readonly place: UploadPlace;
  readonly file: File;
  /** Relative to the folder of the place; empty for the folder itself. */
  readonly relativeFolder: string;
  readonly replace: boolean;
  #state = $state.raw<UploadState>('waiting');
  #sentBytes = $state.raw(0);
  #problem = $state.raw<Problem | null>(null);

  constructor(place: UploadPlace, picked: PickedFile, replace: boolean) {
    this.place = place;
    this.file = picked.file;
    this.relativeFolder = picked.relativeFolder;
    this.replace = replace;
  }

  get state(): UploadState {
    return this.#state;
  }

  get sentBytes(): number {
    return this.#sentBytes;
  }

  /** Why it failed. */
  get problem(): Problem | null {
    return this.#problem;
  }

  get isOver(): boolean {
    return this.#state === 'done' || this.#state === 'canceled';
  }

  /** Whether it can be sent again; not once the file has changed: what was chosen no longer exists. */
  get canGoAgain(): boolean {
    return this.#state === 'failed' && this.#problem?.code !== 'file-changed';
  }

  /**
   * Whether it was saved again since it was chosen. Chromium then refuses to read it, with an error that means nothing else.
   */
  async hasChanged(): Promise<boolean> {
    const reader = this.file.stream().getReader();
    try {
      await reader.read();
      await reader.cancel();
      return false;
    } catch (error) {
      return error instanceof DOMException && error.name === 'NotReadableError';
    }
  }

  become(state: Exclude<UploadState, 'failed'>): void {
    this.#state = state;
    this.#sentBytes = state === 'done' ? this.file.size : 0;
    this.#problem = null;
  }

  send(bytes: number): void {
    this.#sentBytes = Math.max(0, Math.min(this.file.size, bytes));
  }

  fail(problem: Problem): void {
    this.#state = 'failed';
    this.#problem = problem;
  }
}

/** A file that the user chose or dropped, and the folder it came in. */
export interface PickedFile {
  readonly file: File;
  readonly relativeFolder: string;
}

/** Where a file will be in its library. */
export function targetPath(folder: string, { file, relativeFolder }: PickedFile): string {
  return joinPath(relativeFolder === '' ? folder : joinPath(folder, relativeFolder), file.name);
}

/** How far all uploads are together; cancelled files are not counted. */
export function uploadCounts(items: readonly UploadItem[]) {
  const counts = { wanted: 0, done: 0, failed: 0, bytes: 0, sentBytes: 0 };
  for (const { state, file, sentBytes } of items) {
    if (state === 'canceled') continue;
    counts.wanted += 1;
    counts.bytes += file.size;
    counts.sentBytes += sentBytes;
    if (state === 'done') counts.done += 1;
    if (state === 'failed') counts.failed += 1;
  }
  return counts;
}

// A commit for each file would flood the history; too large a batch loses much when the connection breaks.
const MOST_FILES = 100;
const MOST_BYTES = 32_000_000;

/** The waiting files that go with the first one in one request: to the same folder, treated the same way. */
export function nextBatch(items: readonly UploadItem[]): UploadItem[] {
  const batch: UploadItem[] = [];
  let bytes = 0;
  for (const item of items) {
    if (item.state !== 'waiting') continue;
    const [first] = batch;
    if (first && !goTogether(first, item)) continue;
    bytes += item.file.size;
    if (first && bytes > MOST_BYTES) break;
    batch.push(item);
    if (batch.length === MOST_FILES) break;
  }
  return batch;
}

function goTogether(a: UploadItem, b: UploadItem): boolean {
  return a.place === b.place && a.relativeFolder === b.relativeFolder && a.replace === b.replace;
}

/** Spreads the bytes of a request over its files, which go one after the other. */
export function spread(batch: readonly UploadItem[], sentBytes: number): void {
  let left = sentBytes;
  for (const item of batch) {
    item.send(left);
    left -= item.file.size;
  }
}
