import { expect, it } from 'vitest';
import { command } from '../../../../src-main/headless/commands/command.ts';
import {
  completionWords,
  optionsWithValue,
} from '../../../../src-main/headless/completion/completion-words.ts';

const runAlone = async () => ({ json: null, text: '' });
const PLACES = completionWords([
  command({ name: 'status', summary: 'says how it goes', example: 'status', runAlone }),
  command({
    ...{ name: 'folder add', summary: 'links a folder', example: 'folder add', runAlone },
    options: { to: { value: 'dir', about: 'where' }, yes: { about: 'does it' } },
  }),
  command({ name: 'folder list', summary: 'lists folders', example: 'folder list', runAlone }),
]);

it('each place offers commands, or the second words of a group, or options', () => {
  const common = ['--data-dir', '--json', '--help'];
  expect(PLACES.map(({ at, isGroup, offers }) => [at, isGroup, offers.map(({ word }) => word)])).toEqual([
    ['', true, ['status', 'folder', ...common]],
    ['status', false, common],
    ['folder', true, ['add', 'list']],
    ['folder add', false, ['--to', '--yes', ...common]],
    ['folder list', false, common],
  ]);
});

it('a group is offered once, and options that want a value are known', () => {
  const top = PLACES.find(({ at }) => at === '');
  expect(top?.offers.slice(0, 2).map(({ about }) => about)).toEqual(['says how it goes', 'folder …']);
  expect(optionsWithValue(PLACES)).toEqual(['--data-dir', '--to']);
});
