import type { RehearsalSchedule } from './rehearsal-api.ts';

/** What holds on a server until an administrator chooses. */
export const SERVER_DEFAULTS = {
  /** Retention of new libraries: everything is kept. */
  keepDays: -1,
  rehearsalSchedule: 'monthly',
} as const satisfies { keepDays: number; rehearsalSchedule: RehearsalSchedule };
