import { describe, expect, it } from 'vitest';
import { ANSWERING, type HealthState } from '../../../src-renderer/format/health.ts';
import { activitySummary, verdict } from '../../../src-renderer/format/verdict.ts';
import type { LinkedFolderJson } from '../../../src-shared/folders-api.ts';
import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import { linkedFolder, localLibrary } from '../builders.ts';

const NOW = 1_700_000_120;
const linked = (folder: Partial<LinkedFolderJson>): LocalLibraryJson =>
  localLibrary({ folder: linkedFolder(folder) });
const ask = (libraries: readonly LocalLibraryJson[], facts: Partial<Parameters<typeof verdict>[0]> = {}) =>
  verdict({
    ...{ libraries, nowSeconds: NOW, health: ANSWERING, waiting: 0, backup: 'fresh' },
    ...facts,
  });

describe('the answer to "is everything saved?"', () => {
  it('is yes when everything is up to date, with the time of the last change', () => {
    expect(ask([linked({}), linked({})])).toEqual({
      tone: 'calm',
      sentence: 'Everything is saved',
      text: 'All 2\u00a0linked folders are up to date. The last change was saved 2 minutes ago.',
    });
  });

  it('takes the last change from the libraries whose time is one', () => {
    const libraries = [linked({}), localLibrary({ mtime: 9_007_199_254_740_991 })];
    expect(ask(libraries).text).toContain('The last change was saved 2 minutes ago.');
    expect(ask(libraries.slice(1)).text).toContain('unknown time');
  });

  it('never says that something was saved at a time to come', () => {
    const ahead = localLibrary({ mtime: 253_402_300_799 });
    expect(ask([linked({}), ahead]).text).toContain('The last change was saved 2 minutes ago.');
    expect(ask([ahead]).text).toContain('The last change was saved with a wrong clock.');
  });

  it('does not promise anything about folders where none is linked', () => {
    expect(ask([localLibrary({})])).toMatchObject({
      ...{ tone: 'neutral', sentence: 'Your libraries are saved' },
    });
  });

  it('counts what waits for somebody, and what is held back until then', () => {
    expect(ask([linked({})], { waiting: 1 }).sentence).toBe('One thing needs your attention');
    expect(ask([linked({})], { waiting: 3 })).toEqual({
      tone: 'attention',
      sentence: '3 things need your attention',
      text: 'The last change was saved 2 minutes ago.',
    });
    expect(ask([linked({ problem_count: 2 })], { waiting: 1 }).text).toBe(
      'Keepfold could not sync 2 items yet. The last change was saved 2 minutes ago.',
    );
  });

  it('says without a fresh backup only that all is in the history, in no colour at first', () => {
    expect(ask([linked({})], { backup: 'none' })).toEqual({
      tone: 'neutral',
      sentence: 'All changes are in the history',
      text: 'The linked folder is up to date. The last change was saved 2 minutes ago.',
    });
    expect(ask([linked({})], { backup: 'pressing' })).toMatchObject({
      ...{ tone: 'attention', sentence: 'All changes are in the history' },
    });
  });

  it('claims nothing before it is known what waits', () => {
    expect(ask([linked({})], { waiting: null })).toMatchObject({
      ...{ tone: 'neutral', sentence: 'Checking whether everything is saved' },
    });
  });

  it('says first that the service is not there, and since when nothing is saved', () => {
    const heardAtSeconds = new Date(2026, 10, 24, 18, 25).getTime() / 1000;
    const nowSeconds = heardAtSeconds + 300;
    const say = (state: HealthState, reason = '') =>
      ask([linked({ state: 'error' })], { nowSeconds, health: { state, reason, heardAtSeconds } });
    expect(say('gone')).toEqual({
      tone: 'neutral',
      sentence: 'Keepfold is not running',
      text: 'Nothing has been saved since 6:25 PM.',
    });
    expect(say('silent').sentence).toBe('Keepfold does not answer');
    expect(say('stopped', 'The folder is gone.').text).toBe(
      'The folder is gone. Nothing has been saved since 6:25 PM.',
    );
    expect(say('unreachable')).toEqual({
      tone: 'neutral',
      sentence: 'Keepfold cannot be reached',
      text: 'This page has heard nothing about your files since 6:25 PM.',
    });
    expect(say('starting').text).toBe('Saving resumes in a moment.');
    const never = { state: 'gone', reason: '', heardAtSeconds: 0 } as const;
    expect(ask([linked({})], { health: never }).text).toBe('Nothing is being saved.');
  });

  it('says before all else that changes are not being saved', () => {
    expect(ask([linked({ state: 'error' })], { waiting: 1 })).toMatchObject({
      tone: 'error',
      sentence: 'Changes of your folder are not being saved',
    });
    expect(ask([linked({ state: 'error' }), linked({ state: 'syncing' })], { waiting: 4 }).sentence).toBe(
      'Changes of 1 of 2 folders are not being saved',
    );
  });

  it('tells a pause, and work that is going on', () => {
    expect(ask([linked({ state: 'paused' })]).sentence).toBe('One folder is paused');
    expect(ask([linked({ state: 'syncing' })])).toMatchObject({ tone: 'busy' });
    expect(ask([linked({ pending: 4 })])).toMatchObject({ tone: 'busy' });
  });
});

describe('what the folders do', () => {
  it('is one sentence with the last change of any and the oldest look of all', () => {
    const folders = [
      linkedFolder({ last_commit_at: NOW - 60, last_scan_at: NOW - 60 }),
      linkedFolder({ last_commit_at: NOW - 86_400, last_scan_at: NOW - 120 }),
    ];
    expect(activitySummary(folders, NOW)).toMatch(/^Up to date\. Last change .+, last full scan .+/);
  });

  it('claims no change and no look that never was', () => {
    const fresh = linkedFolder({ last_commit_at: 0, last_scan_at: 0 });
    expect(activitySummary([fresh], NOW)).toBe('Up to date');
    expect(activitySummary([{ ...fresh, last_scan_at: NOW }], NOW)).toMatch(/^Up to date\. Last full scan /);
  });

  it('says when something goes on, waits, or is not there', () => {
    expect(activitySummary([linkedFolder({ state: 'syncing' })], NOW)).toBe('Saving 1\u00a0folder');
    expect(activitySummary([linkedFolder({ state: 'held' })], NOW)).toBe('1\u00a0open issue');
    expect(activitySummary([], NOW)).toBe('No folder is linked');
  });
});
