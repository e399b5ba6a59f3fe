import type { MenuEntry, PauseTime } from './menu-entry.ts';

const MORNING_HOUR = 8;

/** The ways to pause all folders, as a menu. */
export const PAUSE_ENTRIES: readonly MenuEntry[] = [
  pause('For 30 minutes', 'half-hour'),
  pause('For 2 hours', 'two-hours'),
  pause('Until tomorrow', 'tomorrow'),
  pause('Until I resume', 'open'),
];

function pause(label: string, time: PauseTime): MenuEntry {
  return { kind: 'command', label, command: { do: 'pause', time } };
}

/** How long a pause lasts that begins now; null: without an end. */
export function pauseSeconds(time: PauseTime, now: Date): number | null {
  switch (time) {
    case 'half-hour':
      return 30 * 60;
    case 'two-hours':
      return 2 * 60 * 60;
    case 'tomorrow':
      return secondsToMorning(now);
    case 'open':
      return null;
  }
}

/** To the next day's morning as the clock on the wall has it, changes of daylight saving included. */
function secondsToMorning(now: Date): number {
  const morning = new Date(now);
  morning.setDate(morning.getDate() + 1);
  morning.setHours(MORNING_HOUR, 0, 0, 0);
  return Math.round((morning.getTime() - now.getTime()) / 1_000);
}
