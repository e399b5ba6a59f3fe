import type { LibraryTrashItemJson } from '../../../src-shared/trash-api.ts';
import { dayToCome } from '../../format/time.ts';
import { t } from './messages.ts';

/** How long deleted items of a library stay in its trash, as a sentence. */
export function keptText(keepDays: number): string {
  if (keepDays < 0) return t('keptForever');
  if (keepDays === 0) return t('notKept');
  const isYears = keepDays === 365 || keepDays === 730;
  return isYears ? t('keptYears', { count: keepDays / 365 }) : t('keptDays', { count: keepDays });
}

/** Until when the history still holds what leaves the trash, as a sentence: no space is freed before that. */
export function heldText(items: readonly Pick<LibraryTrashItemJson, 'expires_at'>[]): string {
  const count = items.length;
  const ends = items.map(({ expires_at }) => expires_at);
  const last = Math.max(...ends.map((end) => end ?? 0));
  return ends.includes(null) ? t('heldForever', { count }) : t('heldUntil', { count, date: dayToCome(last) });
}
