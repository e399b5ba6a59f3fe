import { parseEmail } from '../../core/access/user.ts';
import { isInCalendar } from '../../core/calendar.ts';
import { DomainError } from '../../core/errors.ts';
import type { Owner } from '../../core/library/owner.ts';
import { parentOf } from '../../core/library/path.ts';
import type { DownloadLink } from '../../usecases/files/downloads.ts';

/** Address of the picture shown for people without one. */
export function avatarUrl(origin: string): string {
  return `${origin}/media/avatars/default.png`;
}

/** The `YYYY-MM-DDTHH:MM:SS+00:00` form of Unix seconds; empty for a time that is unknown or beyond the calendar. */
export function timestamp(seconds: number | null): string {
  const text = isoOf(seconds);
  return text === '' ? '' : `${text}+00:00`;
}

/** The same without an offset. */
function isoOf(seconds: number | null): string {
  if (seconds === null || !isInCalendar(seconds)) return '';
  return new Date(seconds * 1000).toISOString().slice(0, 19);
}

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

const UNITS = ['KB', 'MB', 'GB', 'TB', 'PB'] as const;
/** Keeps number and unit on one line; clients compare it. */
const NO_BREAK_SPACE = '\u00a0';

/** `1 byte`, `17 bytes`, `3.4 MB`: 1024-based, one decimal. */
export function sizeFormatted(sizeBytes: number): string {
  if (sizeBytes < 1024) return `${sizeBytes}${NO_BREAK_SPACE}${sizeBytes === 1 ? 'byte' : 'bytes'}`;
  let amount = sizeBytes / 1024;
  let unit = 0;
  while (amount >= 1024 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${amount.toFixed(1)}${NO_BREAK_SPACE}${UNITS[unit]}`;
}

/** A place in a listing by number, as opaque text. */
export function encodeCursor(place: number | null): string | null {
  return place === null ? null : Buffer.from(`at:${place}`).toString('base64url');
}

/** The place a cursor names; null for none. @throws DomainError `cursor-invalid` */
export function decodeCursor(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  const match = /^at:(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString('latin1'));
  if (match === null) throw new DomainError('cursor-invalid', { field: 'cursor' });
  return Number(match[1]);
}

/** The rows from a place on, as many as a page has, and the cursor of what is behind them. */
export function pageOf<Row>(
  rows: readonly Row[],
  from: number,
  perPage: number,
): { rows: Row[]; cursor: string | null } {
  const end = from + perPage;
  return { rows: rows.slice(from, end), cursor: encodeCursor(end < rows.length ? end : null) };
}

/** A folder's path with the slash at its end that the wire has. */
export function folderPath(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

/** The folder, with that slash, of what lies at `inside` below `top`. */
export function parentInside(top: string, inside: string): string {
  const parent = folderPath(parentOf(inside));
  return top === '/' ? parent : top + parent;
}

/** Department ids end like this in our interface; other servers write the second form. */
const DEPARTMENT = /^([1-9]\d{0,8})@(?:service|seafile)_group$/;

/** E-mail of a user, or `<n>@service_group`. */
export function ownerId(owner: Owner): string {
  return owner.kind === 'user' ? owner.email : departmentId(owner.groupId);
}

export function departmentId(groupId: number): string {
  return `${groupId}@service_group`;
}

/**
 * The owner that a text names; letter case does not count.
 * @throws DomainError `argument-missing`, `argument-invalid` for what is neither an e-mail nor a department id.
 */
export function parseOwner(text: string | undefined, field = 'owner'): Owner {
  const department = DEPARTMENT.exec((text ?? '').toLowerCase());
  if (department !== null) return { kind: 'department', groupId: Number(department[1]) };
  return { kind: 'user', email: parseEmail(text ?? '', field) };
}

/** Absolute address of a link: clients cannot use relative ones. */
export function downloadUrl(origin: string, { token, name }: DownloadLink): string {
  return `${origin}/seafhttp/files/${token}/${encodeURIComponent(name.toWellFormed())}`;
}

/** Absolute address that files are sent to: clients cannot use relative ones. */
export function uploadUrl(
  origin: string,
  operation: 'upload' | 'update',
  { token, isForPage }: { readonly token: string; readonly isForPage: boolean },
): string {
  return `${origin}/seafhttp/${operation}-${isForPage ? 'aj' : 'api'}/${token}`;
}
