import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shellMessages } from '../../../../src-main/electron/messages.ts';
import { SHELL_STATES, shellStatus } from '../../../../src-main/electron/tray/shell-state.ts';
import { linkedFolder } from '../../../support/linked-folders.ts';

const en = shellMessages('en');

const SOUND = { damaged: 0, lost: 0 };

describe('the state of the app', () => {
  it.each([
    ['stopped', [], 'stopped', 'Keepfold is not running: nothing is being saved'],
    ['silent', [linkedFolder()], 'stopped', 'Keepfold does not answer: nothing may be saved'],
    ['slow', [linkedFolder()], 'stopped', 'Keepfold is answering slowly: changes may not be saved yet'],
    ['starting', [linkedFolder()], 'working', 'Starting'],
    ['restarting', [linkedFolder()], 'working', 'Starting'],
    ['running', [], 'idle', 'No folder is linked'],
    ['running', [linkedFolder()], 'idle', 'Everything is saved'],
    ['running', [linkedFolder({ state: 'syncing' }), linkedFolder()], 'working', 'Saving 1 folder'],
    [
      'running',
      [linkedFolder({ state: 'scanning' }), linkedFolder({ state: 'syncing' })],
      'working',
      'Saving 2 folders',
    ],
    [
      'running',
      [linkedFolder({ state: 'held' }), linkedFolder({ state: 'syncing' })],
      'attention',
      '1 open issue',
    ],
    ['running', [linkedFolder({ problem_count: 2 })], 'attention', '1 open issue'],
    ['running', [linkedFolder({ pending: 3 })], 'working', 'Saving 1 folder'],
    ['running', [linkedFolder({ encryption: 'locked' })], 'attention', '1 open issue'],
    [
      'running',
      [linkedFolder({ state: 'error' }), linkedFolder({ state: 'away' })],
      'attention',
      '2 open issues',
    ],
    ['running', [linkedFolder({ state: 'paused' })], 'paused', 'Paused'],
    ['running', [linkedFolder({ state: 'paused' }), linkedFolder()], 'paused', '1 folder paused'],
  ] as const)('of a service that is %s with %o is %s', (service, folders, state, sentence) => {
    expect(shellStatus(service, { folders, conflicts: 0, hasBackup: true, ...SOUND }, en)).toEqual({
      state,
      sentence,
    });
  });

  it('counts conflicts, and tells a missing backup beside what is saved', () => {
    const folders = [linkedFolder()];
    expect(shellStatus('running', { folders, conflicts: 2, hasBackup: true, ...SOUND }, en)).toEqual({
      ...{ state: 'attention', sentence: '2 open issues' },
    });
    expect(shellStatus('running', { folders, conflicts: 0, hasBackup: false, ...SOUND }, en).sentence).toBe(
      'All changes are in the history. No recent backup',
    );
    expect(shellStatus('silent', { folders, conflicts: 2, hasBackup: false, ...SOUND }, en).state).toBe(
      'stopped',
    );
  });

  it('waits for somebody when stored data is damaged, or the backup does not give files back', () => {
    const view = { folders: [linkedFolder()], conflicts: 0, hasBackup: true };
    expect(shellStatus('running', { ...view, damaged: 40, lost: 0 }, en).sentence).toBe('1 open issue');
    expect(shellStatus('running', { ...view, damaged: 40, lost: 3 }, en)).toEqual({
      ...{ state: 'attention', sentence: '2 open issues' },
    });
  });

  it.each(SHELL_STATES)('has pictures for %s', (state) => {
    const folder = join(import.meta.dirname, '../../../../resources/tray');
    const names = [`${state}.png`, `${state}@2x.png`, `${state}Template.png`, `${state}Template@2x.png`];
    expect(names.filter((name) => !existsSync(join(folder, name)))).toEqual([]);
  });
});
