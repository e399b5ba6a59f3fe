import type { IntegrityJson } from '../../../../src-shared/integrity-api.ts';
import type { RehearsalJson } from '../../../../src-shared/rehearsal-api.ts';
import { visibleName } from '../../../format/name.ts';
import { formatSize } from '../../../format/size.ts';
import { dayToCome, relativeTime } from '../../../format/time.ts';
import { t } from './messages.ts';

/** What is known of stored data, in a sentence, and how urgent it is. None of it alone is a reason to be calm. */
export interface HealthLine {
  readonly text: string;
  readonly tone: 'plain' | 'attention' | 'bad';
}

const NAMES_SHOWN = 3;

/** Whether what is stored was read and found intact. */
export function integrityLine(integrity: IntegrityJson): HealthLine {
  const { stored, overdue, oldest_at: oldest, newest_at: newest, within_days: days } = integrity;
  if (integrity.damaged_count > 0) return { text: damagedText(integrity), tone: 'bad' };
  if (newest === 0) return { text: t('readNothing'), tone: 'plain' };
  if (oldest === 0)
    return { text: t('readPart', { percent: percentOf(stored - overdue, stored) }), tone: 'plain' };
  if (overdue > 0) {
    const percent = Math.max(1, percentOf(overdue, stored));
    return { text: t('readOverdue', { percent, days }), tone: 'attention' };
  }
  const [from, to] = [dayToCome(oldest), dayToCome(newest)];
  return { text: from === to ? t('readOn', { day: to }) : t('readBetween', { from, to }), tone: 'plain' };
}

/** `2 pieces of what is saved are damaged: film.bin, notes.txt` */
export function damagedText({ damaged, damaged_count: count }: IntegrityJson): string {
  const paths = [...new Set(damaged.map(({ path }) => path).filter((path) => path !== ''))];
  const names = paths.slice(0, NAMES_SHOWN).map((path) => visibleName(path.slice(path.lastIndexOf('/') + 1)));
  return names.length === 0 ? t('damaged', { count }) : t('damagedNamed', { count, names: names.join(', ') });
}

/** How the last rehearsal of a restore went; null: there is no backup, or no rehearsal is wanted. */
export function rehearsalLine(rehearsal: RehearsalJson, nowSeconds: number): HealthLine | null {
  const { state, schedule, last, last_at: at, ended_at: endedAt, error } = rehearsal;
  if (state === 'none') return null;
  if (error !== '' && endedAt > at) return { text: t('rehearsalFailed'), tone: 'attention' };
  if (last === null) {
    if (schedule === 'off') return null;
    return { text: t(state === 'running' ? 'rehearsing' : 'rehearsalWaits'), tone: 'plain' };
  }
  const { files, bytes, lost } = last;
  const when = relativeTime(at, nowSeconds);
  if (lost.length > 0) return { text: t('rehearsalLost', { when, count: lost.length }), tone: 'bad' };
  if (files === 0) return { text: t('rehearsalEmpty', { when }), tone: 'plain' };
  return { text: t('rehearsalDone', { when, count: files, size: formatSize(bytes) }), tone: 'plain' };
}

/** What there is to say about both; in one line while both are still to come. Null: not known. */
export function healthLines(
  integrity: IntegrityJson | null,
  rehearsal: RehearsalJson | null,
  nowSeconds: number,
): HealthLine[] {
  const read = integrity === null ? null : integrityLine(integrity);
  const rehearsed = rehearsal === null ? null : rehearsalLine(rehearsal, nowSeconds);
  if (read?.text === t('readNothing') && rehearsed?.text === t('rehearsalWaits'))
    return [{ text: t('nothingChecked'), tone: 'plain' }];
  return [read, rehearsed].filter((line) => line !== null);
}

/** Rounded down, so never more than was done. */
function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((100 * part) / whole);
}
