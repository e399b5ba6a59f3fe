import type { IntegrityJson } from '../../../src-shared/integrity-api.ts';
import type { RehearsalJson } from '../../../src-shared/rehearsal-api.ts';
import type { RehearsedJson } from '../../../src-shared/upkeep-api.ts';
import type { LocalClient } from '../local-client.ts';
import { type Answer, type Command, command } from './command.ts';
import { endedJob } from './ended-job.ts';
import { counted, formatBytes, formatTime, table, visible } from './text.ts';

function integrityText(integrity: IntegrityJson): string {
  const {
    stored,
    overdue,
    within_days: days,
    oldest_at,
    newest_at,
    damaged,
    damaged_count: count,
  } = integrity;
  if (count > 0) {
    const rows = damaged.map((each) => [
      each.library_id,
      each.kind,
      each.id,
      each.path || '(earlier version)',
    ]);
    const more = count > rows.length ? `\n… and ${count - rows.length} more` : '';
    return `${count} damaged:\n${table(rows)}${more}`;
  }
  if (newest_at === 0) return 'Nothing that is stored was read and verified yet.';
  if (oldest_at === 0) {
    const percent = percentOf(stored - overdue, stored);
    return `So far ${percent} % of what is stored was read and found intact; nothing damaged is known.`;
  }
  if (overdue > 0) {
    const percent = Math.max(1, percentOf(overdue, stored));
    return `${percent} % of what is stored was not looked at for over ${days} days; nothing damaged is known.`;
  }
  return `Everything stored was written or found intact between ${formatTime(oldest_at)} and ${formatTime(newest_at)}.`;
}

/** Rounds down, so as not to say too much. */
function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((100 * part) / whole);
}

function rehearsedText({ files, bytes, lost }: RehearsedJson, atSeconds: number): string {
  const made = `${counted(files, 'file')} (${formatBytes(bytes)})`;
  const when = atSeconds === 0 ? '' : `Last restore test: ${formatTime(atSeconds)}. `;
  if (lost.length === 0 && files === 0) return `${when}The backup had no file to test.`;
  if (lost.length === 0) return `${when}${made} came back from the backup unchanged.`;
  const rows = lost.map((each) => [visible(each.library_name), visible(each.path) || '/', each.reason]);
  return `${when}${made} came back from the backup unchanged, these did not:\n${table(rows)}`;
}

function rehearsalText({ state, last, last_at, error, reason }: RehearsalJson): string {
  if (state === 'none') return 'There is no backup, so no restore is tested.';
  const failed = error === '' ? '' : `\nThe last try failed: ${error}${reason === '' ? '' : ` (${reason})`}.`;
  const waiting = state === 'waiting' ? '\nA restore test is due, and waits for the backup.' : '';
  const done = last === null ? 'No restore from the backup was tested yet.' : rehearsedText(last, last_at);
  return `${done}${failed}${waiting}`;
}

async function health(client: LocalClient): Promise<Answer> {
  const integrity = await client.call('GET integrity/');
  const rehearsal = await client.call('GET backup/rehearsal/');
  const isWell = integrity.damaged_count === 0 && (rehearsal.last?.lost.length ?? 0) === 0;
  return {
    json: { integrity, rehearsal },
    text: `${integrityText(integrity)}\n${rehearsalText(rehearsal)}`,
    exitCode: isWell ? 0 : 1,
  };
}

async function rehearse(client: LocalClient): Promise<Answer> {
  const job = await endedJob(client, await client.call('POST backup/rehearsal/run/'));
  if (job.rehearsed === null) {
    const why = job.reason === '' ? job.state : job.reason;
    return { json: job, text: `The restore test ended early: ${why}.`, exitCode: 1 };
  }
  const text = rehearsedText(job.rehearsed, 0);
  return { json: job, text, exitCode: job.rehearsed.lost.length === 0 ? 0 : 1 };
}

export const healthCommands: readonly Command[] = [
  command({
    name: 'health',
    summary: 'says when everything stored was read last, what is damaged, and how the last restore test went',
    example: 'health --json',
    run: health,
  }),
  command({
    name: 'restore-test',
    summary: 'tests a restore: takes some files out of the backup, compares them, and keeps none',
    example: 'restore-test',
    run: rehearse,
  }),
];
