import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { invalidLinesOf } from '../../../../src-main/folder/ignore/ignore.ts';
import { refusalOf } from '../../../support/account-services.ts';
import {
  type FolderWorld,
  freshFolderWorld,
  IGNORE_DEFAULTS,
  type Place,
} from '../../../support/folder-world.ts';

vi.setConfig({ testTimeout: 30_000 });

let place: Place;
let world: FolderWorld;

beforeEach(async () => {
  ({ place, world } = await freshFolderWorld());
});

const ruleFile = () => join(place.root, 'seafile-ignore.txt');

describe('the patterns of a folder', () => {
  it('are written to its own ignore file, hold at once, and are gone when there are none', async () => {
    place.write('a.txt', 'a');
    const { id, library_id } = await world.linkAndSettle();
    expect(await world.folders.ignoreRules(id)).toEqual({
      ...{ text: '', defaults: IGNORE_DEFAULTS, offered: null },
    });
    await world.folders.setIgnoreRules(id, '*.log\n');
    await world.untilContent(library_id, ['a.txt: a', 'seafile-ignore.txt: *.log\n']);
    expect(await world.folders.ignoreRules(id)).toMatchObject({ text: '*.log\n' });
    place.write('b.log', 'b');
    place.write('c.txt', 'c');
    await world.untilContent(library_id, ['a.txt: a', 'c.txt: c', 'seafile-ignore.txt: *.log\n']);
    await world.folders.setIgnoreRules(id, '');
    await world.untilContent(library_id, ['a.txt: a', 'b.log: b', 'c.txt: c']);
    expect(readdirSync(place.root).sort()).toEqual(['.keepfold-folder', 'a.txt', 'b.log', 'c.txt']);
  });

  it('never go where a link leads, nor where the folder is not', async () => {
    const { id } = await world.linkAndSettle();
    const target = join(place.base, 'target');
    writeFileSync(target, 'mine');
    symlinkSync(target, ruleFile());
    const set = (text: string) => refusalOf(() => world.folders.setIgnoreRules(id, text));
    expect(await set('*.log')).toMatchObject({ code: 'path-invalid', detail: { reason: 'not-a-file' } });
    expect(readFileSync(target, 'utf8')).toBe('mine');
    rmSync(ruleFile());
    mkdirSync(ruleFile());
    expect(await set('*.log')).toMatchObject({ detail: { reason: 'not-a-file' } });
    renameSync(place.root, `${place.root}-gone`);
    expect(await set('*.log')).toMatchObject({ code: 'linked-folder-away' });
  });

  it('are refused when there are too many or too long ones', async () => {
    const { id } = await world.linkAndSettle();
    const set = (text: string) => refusalOf(() => world.folders.setIgnoreRules(id, text));
    expect((await set('x\n'.repeat(1001))).detail).toEqual({
      field: 'text',
      reason: 'more than 1000 patterns',
    });
    const long = await set('#'.repeat(1024 * 1024 + 1));
    expect(long.detail).toEqual({ field: 'text', reason: 'longer than 1 MiB' });
    await world.folders.setIgnoreRules(id, '# words\n'.repeat(1001) + 'x\n'.repeat(1000));
  });
});

describe('a preview of other patterns', () => {
  it('says what would no longer be saved, and what would be taken in, without changing anything', async () => {
    place.write('seafile-ignore.txt', 'old/\n*.tmp2\n');
    place.write('keep.txt', '1');
    place.write('new/a.txt', '12');
    place.write('new/deep/b.txt', '123');
    place.write('old/c.txt', '1234');
    place.write('d.tmp2', '12345');
    place.write('node_modules/e.js', '1');
    const { id, library_id } = await world.linkAndSettle();
    const preview = await world.folders.previewIgnoreRules(id, '*.tmp2\nnew/\n!never\n');
    expect(preview).toEqual({
      newly_ignored: { count: 2, bytes: 5, examples: ['new/a.txt', 'new/deep/b.txt'] },
      newly_taken: { count: 1, bytes: 4, examples: ['old/c.txt'] },
      invalid_lines: [3],
      words:
        'Changes of the 2 files that the new patterns name would no longer be saved. What the library has of them stays there. 1 file would be taken in.',
    });
    expect(readFileSync(ruleFile(), 'utf8')).toBe('old/\n*.tmp2\n');
    expect(world.library(library_id).headSeq).toBe(2);
    expect((await world.folders.previewIgnoreRules(id, 'old/\n*.tmp2\n')).words).toBe(
      'Nothing would change for the files that are there now.',
    );
  });

  it('gives no more than 20 examples', async () => {
    for (let at = 0; at < 30; at++) place.write(`f${at}.log`, 'x');
    const { id } = await world.linkAndSettle();
    const { newly_ignored } = await world.folders.previewIgnoreRules(id, '*.log');
    expect([newly_ignored.count, newly_ignored.examples.length]).toEqual([30, 20]);
  });
});

describe('lines that are no pattern', () => {
  it('are those that fit no path', () => {
    const lines = ['*.log', '', '# words', '!x', 'a\\b', './a', 'a//b', 'a/../b', '/', '/a/b/', ' c ', '**'];
    expect(invalidLinesOf(lines.join('\n'))).toEqual([4, 5, 6, 7, 8, 9]);
  });
});
