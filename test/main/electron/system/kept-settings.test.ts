import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { SettingsFile } from '../../../../src-main/electron/system/kept-settings.ts';

const first = {
  ...{ closing: 'ask', notifies: true, checksForUpdates: false, hasToldOfTray: false },
  ...{ language: '', place: null },
};

async function freshPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keepfold-settings-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'shell/desktop.json');
}

it('is as at the first start until something is changed', async () => {
  const path = await freshPath();
  expect(new SettingsFile(path).kept).toEqual(first);
  expect(await readdir(join(path, '../..'))).toEqual([]);
});

it('keeps what was changed for the next start', async () => {
  const path = await freshPath();
  const place = { x: 1, y: 2, width: 800, height: 600, isMaximised: true };
  const file = new SettingsFile(path);
  file.change({ closing: 'quit', place });
  file.change({ notifies: false, language: 'de' });
  expect(new SettingsFile(path).kept).toEqual({
    ...first,
    closing: 'quit',
    notifies: false,
    language: 'de',
    place,
  });
  expect(await readdir(join(path, '..'))).toEqual(['desktop.json']);
});

it.each([
  '',
  'not json',
  '[]',
  'null',
  '{"closing":"explode","notifies":7,"language":"fr","place":{"x":"a"}}',
])('starts afresh from a file that holds %j', async (text) => {
  const path = await freshPath();
  new SettingsFile(path).change({ closing: 'quit' });
  await writeFile(path, text);
  expect(new SettingsFile(path).kept).toEqual(first);
});

it('says that a change cannot be kept, and goes on with it until the end', async () => {
  const path = await freshPath();
  await writeFile(join(path, '..'), 'in the way');
  const file = new SettingsFile(path);
  expect(() => file.change({ notifies: false })).toThrow();
  file.note({ closing: 'quit' });
  expect(file.kept).toEqual({ ...first, notifies: false, closing: 'quit' });
  expect(new SettingsFile(path).kept).toEqual(first);
});
