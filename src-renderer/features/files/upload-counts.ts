import type { UploadItem } from './upload-item.svelte.ts';

/** How far all uploads are together; what was cancelled is not counted. */
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
