import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createDesktopSettings } from '../../../src-main/electron/desktop-settings.ts';
import { SettingsFile } from '../../../src-main/electron/system/kept-settings.ts';

it('takes the language of the page where settings cannot be kept, but no wish of a person', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keepfold-settings-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const notNoted: unknown[] = [];
  const file = new SettingsFile(join(folder, 'shell/desktop.json'), {
    unreadable: (error) => expect.unreachable(String(error)),
    notNoted: (error) => notNoted.push(error),
  });
  await writeFile(join(folder, 'shell'), 'in the way');
  let languages = 0;
  const settings = createDesktopSettings({
    file,
    loginItem: { state: async () => 'unavailable', turn: async () => undefined },
    canUpdate: () => false,
    onLanguage: () => languages++,
  });
  expect(await settings.change({ language: 'de' })).toMatchObject({ closing: 'ask' });
  await settings.change({ language: 'de' });
  expect([file.kept.language, languages, notNoted.length]).toEqual(['de', 1, 1]);
  await expect(settings.change({ closing: 'quit' })).rejects.toThrow('EEXIST');
});
