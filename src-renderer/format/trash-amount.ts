import type { TrashPageJson } from '../../src-shared/trash-api.ts';
import { t } from './messages.ts';
import { formatSize } from './size.ts';

/** How much a trash holds, in words, as far as its first page says; empty: nothing. */
export function trashAmount({ items, cursor }: Pick<TrashPageJson, 'items' | 'cursor'>): string {
  const count = items.length;
  if (cursor !== null) return t('trashHoldsMore', { count });
  if (count === 0) return '';
  const bytes = items.reduce((sum, { size }) => sum + size, 0);
  return [t('trashHolds', { count }), ...(bytes > 0 ? [formatSize(bytes)] : [])].join(' · ');
}
