import type { ShellMessages } from '../messages.ts';
import type { MenuEntry, PauseTime } from './menu-entry.ts';

const MORNING_HOUR = 8;

const TIMES: readonly PauseTime[] = ['half-hour', 'two-hours', 'tomorrow', 'open'];

/** The ways to pause all folders, as a menu. */
export function pauseEntries(messages: ShellMessages): MenuEntry[] {
  return TIMES.map((time) => ({
    kind: 'command',
    label: messages(`pause-${time}`),
    command: { do: 'pause', time },
  }));
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
