import { isoOf } from './timestamp.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The HTML time element that web clients show for a modification time. The space before `>` is on the wire, too. */
export function mtimeRelative(mtimeSeconds: number, nowSeconds: number): string {
  const iso = isoOf(mtimeSeconds);
  if (iso === '') return '';
  const title = new Date(mtimeSeconds * 1000).toUTCString().replace('GMT', '+0000');
  return `<time datetime="${iso}" is="relative-time" title="${title}" >${ago(mtimeSeconds, nowSeconds)}</time>`;
}

function ago(thenSeconds: number, nowSeconds: number): string {
  const elapsed = nowSeconds - thenSeconds;
  if (elapsed <= 0) return 'Just now';
  if (elapsed <= MINUTE) return counted(elapsed, 'second');
  if (elapsed <= HOUR) return counted(elapsed / MINUTE, 'minute');
  if (elapsed < DAY) return counted(elapsed / HOUR, 'hour');
  if (elapsed <= 14 * DAY) return counted(elapsed / DAY, 'day');
  return isoOf(thenSeconds).slice(0, 10);
}

function counted(amount: number, unit: string): string {
  const count = Math.trunc(amount);
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
