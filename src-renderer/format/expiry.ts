import { t } from './messages.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** How long something is still kept, as near as one wants to know it: `in 12 days`, `in 3 hours`, `soon`. */
export function timeLeft(endSeconds: number, nowSeconds: number): string {
  const left = endSeconds - nowSeconds;
  if (left >= DAY) return t('inDays', { count: Math.floor(left / DAY) });
  return left >= HOUR ? t('inHours', { count: Math.floor(left / HOUR) }) : t('soon');
}
