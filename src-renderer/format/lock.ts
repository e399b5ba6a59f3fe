import type { LocalLibraryJson } from '../../src-shared/libraries-api.ts';
import type { OpenFor } from '../../src-shared/library-password-api.ts';
import { t } from './messages.ts';

type Lockable = Pick<LocalLibraryJson, 'lock' | 'open_until'>;

const HOUR_MINUTES = 60;

/** Whether the contents are out of reach. The service reports it too, some seconds after the time is up. */
export function isLockedAt({ lock, open_until }: Lockable, nowSeconds: number): boolean {
  return lock === 'locked' || (lock === 'open' && open_until !== null && open_until <= nowSeconds);
}

/** Whether there is something to lock. */
export function isUnlocked(library: Lockable, nowSeconds: number): boolean {
  return library.lock === 'open' && !isLockedAt(library, nowSeconds);
}

/** For example "open for 58 min": in whole minutes left, at least one. */
export function lockText(library: Lockable, nowSeconds: number): string {
  if (isLockedAt(library, nowSeconds)) return t('lockedNow');
  if (library.open_until === null) return t('openUntilQuit');
  const minutes = Math.max(1, Math.floor((library.open_until - nowSeconds) / 60));
  if (minutes <= HOUR_MINUTES) return t('openForMinutes', { count: minutes });
  return t('openForHours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** In the order in which they are offered. */
export const OPEN_FOR_CHOICES: readonly { readonly key: OpenFor; readonly text: string }[] = [
  { key: 'hour', text: t('keepOpenHour') },
  { key: 'eight-hours', text: t('keepOpenEightHours') },
  { key: 'until-quit', text: t('keepOpenUntilQuit') },
];
