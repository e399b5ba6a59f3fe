import { t } from './messages.ts';
import { formatNumber, formatSize } from './size.ts';

interface FolderCounts {
  readonly total: number;
  readonly selected: number;
  /** Bytes of the selected files. */
  readonly selectedBytes: number;
  readonly deleted: number;
}

/** What a folder holds and how much of it is selected: `1,204 items, 3 selected, 8.2 MB`. */
export function itemCounts({ total, selected, selectedBytes, deleted }: FolderCounts): string {
  const parts = [t('items', { count: total })];
  if (deleted > 0) parts.push(t('deletedCount', { count: formatNumber(deleted) }));
  if (selected > 1) parts.push(t('selectedCount', { count: formatNumber(selected) }));
  if (selected > 1 && selectedBytes > 0) parts.push(formatSize(selectedBytes));
  return parts.join(', ');
}
