import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { AutostartEntry, autostartText } from '../../../../src-main/electron/system/autostart-entry.ts';

async function entryIn(command = ['/opt/Keepfold/keepfold', '--background']) {
  const config = await mkdtemp(join(tmpdir(), 'keepfold-config-'));
  onTestFinished(() => rm(config, { recursive: true, force: true }));
  const path = join(config, 'autostart/keepfold.desktop');
  return { entry: new AutostartEntry({ XDG_CONFIG_HOME: config }, command), path, config };
}

it('is off until it is turned on, and off again after', async () => {
  const { entry, config } = await entryIn();
  expect(await entry.isOn()).toBe(false);
  await entry.turnOff();
  await entry.turnOn();
  expect(await entry.isOn()).toBe(true);
  expect(await readdir(join(config, 'autostart'))).toEqual(['keepfold.desktop']);
  await entry.turnOff();
  expect(await entry.isOn()).toBe(false);
  expect(await readdir(join(config, 'autostart'))).toEqual([]);
});

it('writes what the session starts', async () => {
  const { entry, path } = await entryIn();
  await entry.turnOn();
  expect(await readFile(path, 'utf8')).toBe(
    '[Desktop Entry]\nType=Application\nName=Keepfold\nComment=Keeps every version of your files\n' +
      'Exec="/opt/Keepfold/keepfold" "--background"\nIcon=keepfold\nTerminal=false\nX-GNOME-Autostart-enabled=true\n',
  );
});

it.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])(
  'is off when the desktop says %s',
  async (line) => {
    const { entry, path, config } = await entryIn();
    await mkdir(join(config, 'autostart'));
    await writeFile(path, `[Desktop Entry]\nType=Application\nExec=keepfold\n${line}\n`);
    expect(await entry.isOn()).toBe(false);
  },
);

it.each([
  ['/home/ada/My Apps/Keepfold.AppImage', '"/home/ada/My Apps/Keepfold.AppImage"'],
  ['/a"b', String.raw`"/a\\"b"`],
  ['/a$b`c', String.raw`"/a\\$b\\${'`'}c"`],
  [String.raw`/a\b`, String.raw`"/a\\\\b"`],
  ['/100%u', '"/100%%u"'],
])('starts %s as one word', (program, word) => {
  expect(autostartText([program])).toContain(`\nExec=${word}\n`);
});
