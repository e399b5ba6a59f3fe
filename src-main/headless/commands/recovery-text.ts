import type { BehindLibrary, RecoveryReport } from '../../app/recover-data.ts';
import type { Answer } from './command.ts';
import { table, visible } from './text.ts';

type Recovered = RecoveryReport['libraries'][number];

/** What a new database lacks, because it is recorded nowhere else. */
const LOST = [
  'passwords, names and rights of accounts, groups and departments, API and sync tokens',
  'which folders were linked; link them again, their files are not touched',
  'retention, read-only status, default libraries, and what was cleared from trash and history but not collected',
];

/** The report of a recovery. Exit code 1: not everything is as it was acknowledged. */
export function recoveryAnswer(report: RecoveryReport): Answer {
  const isIncomplete = report.problems > 0 || report.libraries.some(isHurt);
  return { json: jsonOf(report), text: textOf(report), exitCode: isIncomplete ? 1 : 0 };
}

function isHurt({ state, isOlder, missing }: Recovered): boolean {
  return state === 'lost' || isOlder || missing.length > 0;
}

function jsonOf(report: RecoveryReport) {
  return {
    database: report.database,
    faults: report.faults,
    done: report.isDone,
    moved_to: report.movedTo,
    libraries: report.libraries.map((library) => ({
      id: library.id,
      name: library.name,
      owner: ownerName(library),
      state: library.state,
      head_commit_id: library.headId,
      head_from: library.headFrom,
      commits: library.commits,
      older: library.isOlder,
      missing_commits: library.missing,
    })),
    rolled_back: report.rolledBack.map(({ id, name, lostHeadId, outcome }) => {
      return { id, name, lost_head_commit_id: lostHeadId, outcome };
    }),
    accounts_without_password: report.accounts,
    lost: isRebuilt(report) ? LOST : [],
    problems: report.problems,
  };
}

function isRebuilt({ libraries, movedTo, database }: RecoveryReport): boolean {
  return libraries.length > 0 || movedTo !== null || database === 'missing' || database === 'damaged';
}

function textOf(report: RecoveryReport): string {
  if (isRebuilt(report)) return rebuiltText(report);
  if (report.database === 'sound') {
    return 'The database is sound and knows everything that was acknowledged; nothing was changed. "check --full" looks at everything else. --force makes a new one all the same, without accounts.';
  }
  const rows = report.rolledBack.map((library) => [
    library.id,
    OUTCOMES[library.outcome],
    visible(library.name),
  ]);
  const hint = report.isDone ? '' : '\nAdd --yes to bring them up; accounts and tokens stay.';
  return `The database has forgotten something of ${rows.length} libraries:\n${table(rows)}${hint}`;
}

const OUTCOMES: Record<BehindLibrary['outcome'], string> = {
  behind: 'is older than what was acknowledged',
  repaired: 'is what it was again',
  'read-only': 'cannot be brought up, because something it needs is damaged; it is read-only',
  missing: 'is gone: the commit of its head is not there',
};

function rebuiltText(report: RecoveryReport): string {
  const { isDone, movedTo, accounts, problems } = report;
  const lines = [
    `The database is ${report.database}${report.faults.length > 0 ? ` (${visible(report.faults[0] ?? '')})` : ''}.`,
    isDone ? 'A new one is in its place.' : 'A new one would hold:',
    table(report.libraries.map(rowOf)),
    `Not brought back:\n${LOST.map((what) => `  - ${what}`).join('\n')}`,
  ];
  if (accounts.length > 0)
    lines.push(
      `Owners whose accounts need a password from an administrator: ${visible(accounts.join(', '))}`,
    );
  if (problems > 0)
    lines.push(`A check finds ${problems} problem${problems === 1 ? '' : 's'}; "check" names all.`);
  if (movedTo !== null) lines.push(`The old database is kept as ${visible(movedTo)}.`);
  lines.push(
    isDone ? 'The next start makes the first administrator, as the very first did.' : 'Add --yes to do it.',
  );
  return lines.join('\n');
}

function rowOf(library: Recovered): string[] {
  const notes = [
    library.headFrom === 'newest-commit' ? 'newest commit found' : '',
    library.isOlder ? 'OLDER than what was acknowledged, read-only' : '',
    library.missing.length > 0 ? `history cut at ${library.missing.join(', ')}` : '',
  ];
  const words = notes.filter((note) => note !== '').join('; ');
  return [
    library.id,
    library.state,
    `${library.commits} commits`,
    ownerName(library),
    visible(library.name),
    words,
  ];
}

function ownerName({ owner }: Recovered): string {
  if (owner === null) return '';
  return owner.kind === 'user' ? owner.email : `${owner.groupId}@service_group`;
}
