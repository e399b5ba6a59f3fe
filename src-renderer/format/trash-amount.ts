import type { TrashPageJson } from '../../src-shared/trash-api.ts';
import { t } from './messages.ts';
import { formatSize } from './size.ts';

/** How much a trash holds, in words, as far as its first page says; empty: nothing. */
export function trashAmount({ items, cursor }: Pick<TrashPageJson, 'items' | 'cursor'>): string {
  const count = items.length;
  if (count === 0) return '';
  const amount = t(cursor === null ? 'trashHolds' : 'trashHoldsMore', { count });
  // A folder is one item, and what is in it is not counted, nor how large it is.
  if (items.some(({ is_dir }) => is_dir)) return t('trashFolders', { amount, count });
  if (cursor !== null) return amount;
  const bytes = items.reduce((sum, { size }) => sum + size, 0);
  return [amount, ...(bytes > 0 ? [formatSize(bytes)] : [])].join(' · ');
}
