import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type SettingsFaults, SettingsFile } from '../../../../src-main/electron/system/kept-settings.ts';

const first = {
  ...{ closing: 'ask', notifies: true, muted: [], checksForUpdates: false, hasToldOfTray: false },
  ...{ language: '', place: null },
};

async function freshPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keepfold-settings-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'shell/desktop.json');
}

const faults: SettingsFaults = {
  unreadable: (error) => expect.unreachable(String(error)),
  notNoted: (error) => expect.unreachable(String(error)),
};
const open = (path: string, told: Partial<SettingsFaults> = {}) =>
  new SettingsFile(path, { ...faults, ...told });

it('is as at the first start until something is changed', async () => {
  const path = await freshPath();
  expect(open(path).kept).toEqual(first);
  expect(await readdir(join(path, '../..'))).toEqual([]);
});

it('keeps what was changed for the next start', async () => {
  const path = await freshPath();
  const place = { x: 1, y: 2, width: 800, height: 600, isMaximised: true };
  const file = open(path);
  file.change({ closing: 'quit', place });
  file.change({ notifies: false, language: 'de' });
  expect(open(path).kept).toEqual({
    ...first,
    closing: 'quit',
    notifies: false,
    language: 'de',
    place,
  });
  expect(await readdir(join(path, '..'))).toEqual(['desktop.json']);
});

it.each(['', 'not json', '[]', 'null', '7'])(
  'starts afresh from a file that holds %j, which is kept aside and told once',
  async (text) => {
    const path = await freshPath();
    open(path).change({ closing: 'quit' });
    await writeFile(path, text);
    const told: unknown[] = [];
    expect(open(path, { unreadable: (error, keptAs) => told.push([error, keptAs]) }).kept).toEqual(first);
    expect(told).toEqual([[expect.any(Error), `${path}.unreadable`]]);
    expect(await readFile(`${path}.unreadable`, 'utf8')).toBe(text);
    expect(open(path).kept).toEqual(first);
  },
);

it('is read as far as it makes sense', async () => {
  const path = await freshPath();
  open(path).change({ closing: 'quit' });
  await writeFile(
    path,
    '{"closing":"explode","notifies":7,"muted":["conflict","nothing",7],"language":"de","place":{"x":"a"}}',
  );
  expect(open(path).kept).toEqual({ ...first, muted: ['conflict'], language: 'de' });
});

it('says that a change cannot be kept, and goes on with it until the end', async () => {
  const path = await freshPath();
  const notNoted: unknown[] = [];
  const file = open(path, { notNoted: (error) => notNoted.push(error) });
  await writeFile(join(path, '..'), 'in the way');
  expect(() => file.change({ notifies: false })).toThrow();
  file.note({ closing: 'quit' });
  expect(notNoted).toEqual([expect.objectContaining({ code: 'EEXIST' })]);
  expect(file.kept).toEqual({ ...first, notifies: false, closing: 'quit' });
});

it('says that what is there can neither be read nor set aside', async () => {
  const path = await freshPath();
  await writeFile(join(path, '..'), 'in the way');
  const told: unknown[] = [];
  expect(open(path, { unreadable: (error, keptAs) => told.push([error, keptAs]) }).kept).toEqual(first);
  expect(told).toEqual([[expect.objectContaining({ code: 'ENOTDIR' }), null]]);
});
