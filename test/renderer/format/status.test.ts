import { describe, expect, it } from 'vitest';
import { folderStatus } from '../../../src-renderer/format/folder-state.ts';
import { ANSWERING, type Health, type HealthState } from '../../../src-renderer/format/health.ts';
import { type BackupState, type StatusFacts, status } from '../../../src-renderer/format/status.ts';
import { overallState, verdict } from '../../../src-renderer/format/verdict.ts';
import type { FolderState, LinkedFolderJson } from '../../../src-shared/folders-api.ts';
import { folderProblem, linkedFolder, localLibrary } from '../builders.ts';

const NOW = 1_700_000_120;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

const HEALTHS: readonly HealthState[] = [
  ...(['answering', 'slow', 'starting', 'stopped', 'gone', 'unreachable', 'silent'] as const),
];
const BACKUPS: readonly BackupState[] = ['fresh', 'none', 'pressing'];
const STATES: readonly FolderState[] = ['idle', 'scanning', 'syncing', 'paused', 'error', 'held', 'away'];

/** A folder in every state, with and without each thing that can hold something back. */
const FOLDERS: readonly LinkedFolderJson[] = STATES.flatMap((state) =>
  [0, 2].flatMap((pending) =>
    [0, 3].flatMap((problems) =>
      (['none', 'locked', 'unlocked'] as const).map((encryption) =>
        linkedFolder({ state, pending, problem_count: problems, encryption }),
      ),
    ),
  ),
);

/** Every combination with no folder, with one, and with one beside another that is well. */
const CASES: readonly StatusFacts[] = [
  [],
  ...FOLDERS.flatMap((one) => [[one], [linkedFolder({}), one]]),
].flatMap((folders) =>
  HEALTHS.flatMap((state) =>
    [0, 1, null].flatMap((waiting) =>
      BACKUPS.map((backup) => ({
        ...{ folders, waiting, backup },
        health: { state, reason: '', heardAtSeconds: NOW - 60 },
      })),
    ),
  ),
);

const holdsBack = (folder: LinkedFolderJson): boolean =>
  folder.state !== 'idle' || folder.pending > 0 || folder.problem_count > 0 || folder.encryption === 'locked';

function mayBeCalm({ health, folders, waiting, backup }: StatusFacts): boolean {
  const isWell = health.state === 'answering' && waiting === 0 && backup === 'fresh';
  return isWell && folders.length > 0 && !folders.some(holdsBack);
}

function verdictOf({ folders, ...facts }: StatusFacts) {
  const libraries = [localLibrary({}), ...folders.map((folder) => localLibrary({ folder }))];
  return verdict({ ...facts, libraries, nowSeconds: NOW });
}

describe('whatever comes together', () => {
  it('is calm and green exactly when the service answers and nothing at all is held back', () => {
    const wrong = CASES.filter(
      (facts) =>
        (verdictOf(facts).tone === 'calm') !== mayBeCalm(facts) ||
        (overallState(facts).tone === 'calm') !== mayBeCalm(facts),
    );
    expect(CASES.length).toBeGreaterThan(10_000);
    expect(wrong).toEqual([]);
  });

  it('is said to be saved only with a second copy of all of it, and without one to be in the history', () => {
    const says = (facts: StatusFacts, words: string) =>
      [verdictOf(facts).sentence, overallState(facts).sentence].map((text) => text.includes(words));
    const wrong = CASES.filter((facts) => {
      const isAll = mayBeCalm(facts);
      const isRecorded = !isAll && mayBeCalm({ ...facts, backup: 'fresh' });
      return (
        says(facts, 'Everything is saved').some((isSaid) => isSaid !== isAll) ||
        says(facts, 'All changes are in the history').some((isSaid) => isSaid !== isRecorded)
      );
    });
    expect(wrong).toEqual([]);
  });

  it('is never called safe', () => {
    const texts = CASES.flatMap((facts) => [
      ...Object.values(verdictOf(facts)),
      overallState(facts).sentence,
    ]);
    expect(texts.filter((text) => /\bsafe\b/i.test(text))).toEqual([]);
  });

  it('has words, in the sidebar the same as in the head', () => {
    const empty = CASES.filter((facts) => {
      const { sentence, text, tone } = verdictOf(facts);
      const overall = overallState(facts);
      return [sentence, text, overall.sentence].includes('') || overall.tone !== tone;
    });
    expect(empty).toEqual([]);
  });
});

describe('a folder whose rules leave files out', () => {
  const ruled = (count: number, of: number) =>
    linkedFolder({
      problem_count: 1,
      problems: [
        folderProblem({
          ...{ path: '', reason: 'mostly-left-out' },
          values: { count, of },
        }),
      ],
    });

  it('is not saved when that is all of them, and held back by nothing', () => {
    const facts: StatusFacts = {
      health: ANSWERING,
      folders: [ruled(404, 404)],
      waiting: 1,
      backup: 'fresh',
    };
    expect(verdictOf(facts)).toMatchObject({ tone: 'error' });
    expect(folderStatus(ruled(404, 404), ANSWERING, NOW)).toEqual({
      tone: 'error',
      sentence: 'Nothing is saved: rules leave out all files',
    });
    expect(folderStatus(ruled(300, 404), ANSWERING, NOW)).toEqual({
      tone: 'attention',
      sentence: 'Rules leave out most files',
    });
    expect(status({ ...facts, folders: [ruled(300, 404)] })).toMatchObject({ waiting: 1, heldBack: 0 });
  });
});

describe('the few words about everything', () => {
  const say = (folders: readonly LinkedFolderJson[], facts: Partial<StatusFacts> = {}) =>
    plain(
      overallState({ ...{ health: ANSWERING, folders, waiting: 0, backup: 'fresh' }, ...facts }).sentence,
    );

  it('name the worst first', () => {
    const folders = [linkedFolder({}), linkedFolder({ state: 'error' }), linkedFolder({ state: 'syncing' })];
    expect(say(folders)).toBe('1 folder not saving');
    expect(say(folders.slice(0, 1), { waiting: 2, backup: 'pressing' })).toBe('2 open issues');
    expect(say(folders.slice(0, 1), { backup: 'pressing' })).toBe('All changes are in the history');
    expect(say(folders.slice(0, 1))).toBe('Everything is saved');
    expect(say([])).toBe('No folder is linked');
  });
});

describe('a folder of a service that does not answer in time', () => {
  it.each(['slow', 'starting', 'stopped', 'gone', 'unreachable', 'silent'] as const)(
    'that is %s is of unknown state',
    (state) => {
      const health: Health = { state, reason: '', heardAtSeconds: NOW };
      expect(folderStatus(linkedFolder({}), health, NOW)).toEqual({
        tone: 'neutral',
        sentence: 'State unknown',
      });
    },
  );
});
