import { t } from './messages.ts';
import { momentToCome } from './time.ts';

/** One way to pause a folder. */
export interface PauseChoice {
  readonly label: string;
  /** Null: until somebody resumes it. */
  readonly seconds: number | null;
}

const MORNING_HOUR = 8;

/** Seconds from now to the next day's morning, as the clock on the wall has it, changes of daylight saving included. */
function secondsToMorning(nowSeconds: number): number {
  const morning = new Date(nowSeconds * 1000);
  morning.setDate(morning.getDate() + 1);
  morning.setHours(MORNING_HOUR, 0, 0, 0);
  return Math.round(morning.getTime() / 1000) - nowSeconds;
}

export function pauseChoices(nowSeconds: number): PauseChoice[] {
  const untilMorning = secondsToMorning(nowSeconds);
  return [
    { label: t('pauseMinutes'), seconds: 30 * 60 },
    { label: t('pauseHours'), seconds: 2 * 60 * 60 },
    {
      label: t('pauseUntil', { moment: momentToCome(nowSeconds + untilMorning, nowSeconds) }),
      seconds: untilMorning,
    },
    { label: t('pauseUntilResumed'), seconds: null },
  ];
}
