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
