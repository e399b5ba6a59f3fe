import { formatCount, formatNumber, formatSize } from './size.ts';

interface FolderCounts {
  readonly total: number;
  readonly selected: number;
  /** Of the files that are selected. */
  readonly selectedBytes: number;
  readonly deleted: number;
}

/** What a folder holds and how much of it is selected: `1,204 items, 3 selected, 8.2 MB`. */
export function folderStatus({ total, selected, selectedBytes, deleted }: FolderCounts): string {
  const items = formatCount(total, 'item');
  const parts = [items];
  if (deleted > 0) parts.push(`${formatNumber(deleted)} deleted`);
  if (selected > 1) parts.push(`${formatNumber(selected)} selected`);
  if (selected > 1 && selectedBytes > 0) parts.push(formatSize(selectedBytes));
  return parts.join(', ');
}
