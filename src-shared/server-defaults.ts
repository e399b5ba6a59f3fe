import type { RehearsalSchedule } from './rehearsal-api.ts';

/** The defaults of a server until an administrator changes them. */
export const SERVER_DEFAULTS = {
  /** Retention of new libraries: everything is kept. */
  keepDays: -1,
  rehearsalSchedule: 'monthly',
} as const satisfies { keepDays: number; rehearsalSchedule: RehearsalSchedule };
