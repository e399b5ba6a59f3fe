import type { FolderActivityEntryJson } from '../../../src-shared/folder-choices-api.ts';
import { dayHeading, dayKey } from '../../format/time.ts';

/** Entries of one day in a row, with its heading. */
export interface ActivityDay {
  readonly key: string;
  readonly heading: string;
  readonly isToday: boolean;
  readonly entries: readonly FolderActivityEntryJson[];
}

/** In the order of the entries; a clock that was set back starts the same day again. */
export function activityDays(entries: readonly FolderActivityEntryJson[], nowSeconds: number): ActivityDay[] {
  const days: (ActivityDay & { readonly entries: FolderActivityEntryJson[] })[] = [];
  const today = dayKey(nowSeconds);
  let lastDay = '';
  for (const entry of entries) {
    const seconds = Math.floor(entry.at_ms / 1000);
    const day = dayKey(seconds);
    const last = days.at(-1);
    if (last !== undefined && day === lastDay) last.entries.push(entry);
    else
      days.push({
        ...{ key: `${days.length}-${day}`, heading: dayHeading(seconds, nowSeconds) },
        ...{ isToday: day === today, entries: [entry] },
      });
    lastDay = day;
  }
  return days;
}
