import type { TrashAmountJson } from '../../src-shared/trash-api.ts';
import { t } from './messages.ts';
import { formatNumber, formatSize } from './size.ts';

function span(keepDays: number): string {
  if (keepDays === 365) return t('years', { count: 1 });
  return keepDays === 730 ? t('years', { count: 2 }) : t('days', { count: keepDays });
}

/** What a library's retention means, in words. The one place that knows: negative keeps all, 0 keeps nothing old. */
export function retentionText(keepDays: number): string {
  if (keepDays < 0) return t('keepEverything');
  return keepDays === 0 ? t('onlyCurrent') : span(keepDays);
}

/** What a retention promises of the files, as a heading. */
export function retentionPromise(keepDays: number): string {
  if (keepDays < 0) return t('keepsAll');
  return keepDays === 0 ? t('keepsCurrent') : t('keepsFor', { span: span(keepDays) });
}

/** What the user loses or keeps under a retention, as a sentence. */
export function retentionEffect(keepDays: number): string {
  if (keepDays < 0) return t('allStays');
  return keepDays === 0 ? t('nothingStays') : t('staysFor', { span: span(keepDays) });
}

/** What becomes of files that are deleted, as a sentence. No other text promises a trash. */
export function deletedFate(count: number, keepDays: number): string {
  if (keepDays === 0) return t('notInTrash', { count });
  return keepDays < 0 ? t('staysInTrash', { count }) : t('staysInTrashFor', { count, span: span(keepDays) });
}

/** Whether a change of retention makes versions unavailable that are available now. */
export function isShorterRetention(fromDays: number, toDays: number): boolean {
  if (toDays < 0) return false;
  return fromDays < 0 || toDays < fromDays;
}

/** The stops of a slider, shortest first. */
export const RETENTION_STOPS: readonly number[] = [1, 7, 30, 90, 365, 730, -1];

const SHORT: ReadonlyMap<number, string> = new Map([
  [1, t('stopDay')],
  [7, t('stopWeek')],
  [30, t('stopMonth')],
  [90, t('stopMonths')],
  [365, t('stopYear')],
  [730, t('stopYears')],
  [-1, t('stopForever')],
]);

/** The name of a stop. */
export function retentionShort(stop: number): string {
  return SHORT.get(stop) ?? retentionText(stop);
}

/** The last stop that keeps no more than these days; the first one where all keep more. */
export function stopOf(keepDays: number): number {
  if (keepDays < 0) return RETENTION_STOPS.length - 1;
  const within = RETENTION_STOPS.filter((stop) => stop >= 0 && stop <= keepDays);
  return Math.max(0, within.length - 1);
}

const CHOICES: readonly number[] = [-1, 730, 365, 180, 90, 30, 7, 0];

/** The choices offered, longest first; the present retention is among them. */
export function retentionChoices(keepDays: number): readonly number[] {
  if (CHOICES.includes(keepDays)) return CHOICES;
  return [...CHOICES, keepDays].sort((a, b) => (a < 0 ? -1 : b < 0 ? 1 : b - a));
}

/** How much a trash holds, in words; empty: nothing. The contents of deleted folders are not known. */
export function trashTotal({ items, folders, bytes, is_all }: TrashAmountJson): string {
  if (items === 0) return '';
  const known = is_all
    ? t('trashHolds', { count: items })
    : t('trashHoldsMore', { count: formatNumber(items) });
  const amount = [known, ...(bytes > 0 ? [formatSize(bytes)] : [])].join(' · ');
  return folders === 0 ? amount : t('trashAndFolders', { amount, count: folders });
}
