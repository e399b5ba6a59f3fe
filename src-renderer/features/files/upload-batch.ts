import type { UploadItem } from './upload-item.svelte.ts';

// A commit for each file would flood the history; a batch too large loses much when the connection breaks.
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
