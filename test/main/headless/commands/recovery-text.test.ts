import { describe, expect, it } from 'vitest';
import type { RecoveryReport } from '../../../../src-main/app/recover-data.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { CommitId } from '../../../../src-main/core/objects/object-id.ts';
import { recoveryAnswer } from '../../../../src-main/headless/commands/recovery-text.ts';

const ID = '11111111-1111-4111-8111-111111111111' as LibraryId;
const SOUND: RecoveryReport = {
  ...{ database: 'sound', faults: [], isDone: false, movedTo: null, libraries: [], rolledBack: [] },
  ...{ accounts: [], problems: 0 },
};
const PAPERS: RecoveryReport['libraries'][number] = {
  ...{ id: ID, name: 'Papers', state: 'live', headId: null, commits: 3, headFrom: 'journal' },
  ...{ isOlder: false, missing: [] },
  owner: { kind: 'user', email: 'ann@example.com' },
};

const textOf = (report: RecoveryReport) => recoveryAnswer(report).text;

describe('the report of a recovery', () => {
  it('says that nothing was changed where the database is sound', () => {
    expect(textOf(SOUND)).toMatch(/^The database is sound and knows everything that was acknowledged; /);
  });

  it('says which libraries are behind, and what to do', () => {
    const lostHeadId = 'a'.repeat(40) as CommitId;
    const rolledBack = [{ id: ID, name: 'Papers', lostHeadId, outcome: 'behind' }] as const;
    expect(textOf({ ...SOUND, database: 'behind', rolledBack })).toBe(
      [
        'The database has forgotten something of 1 libraries:',
        `${ID}  is older than what was acknowledged  Papers`,
        'Add --yes to bring them up; accounts and tokens stay.',
      ].join('\n'),
    );
  });

  it('names what a new database has, what it lacks, and where the old one is', () => {
    const text = textOf({
      ...SOUND,
      ...{ database: 'damaged', faults: ['malformed'], isDone: true, movedTo: '/data/old' },
      ...{ libraries: [PAPERS], accounts: ['ann@example.com'], problems: 1 },
    });
    expect(text.split('\n').slice(0, 4)).toEqual([
      'The database is damaged (malformed).',
      'A new one is in its place.',
      `${ID}  live  3 commits  ann@example.com  Papers`,
      'Not brought back:',
    ]);
    expect(text).toContain('Owners whose accounts need a password from an administrator: ann@example.com\n');
    expect(text).toContain('A check finds 1 problem; "check" names all.\n');
    expect(text).toContain('The old database is kept as /data/old.\n');
  });

  it.each<[string, Partial<RecoveryReport>, number]>([
    ['all is as it was acknowledged', { libraries: [PAPERS] }, 0],
    ['a library is older', { libraries: [{ ...PAPERS, isOlder: true }] }, 1],
    ['a library is lost', { libraries: [{ ...PAPERS, state: 'lost' }] }, 1],
    ['a check finds problems', { problems: 2 }, 1],
  ])('ends the process by how it went: %s', (_what, found, exitCode) => {
    expect(recoveryAnswer({ ...SOUND, ...found }).exitCode).toBe(exitCode);
  });
});
