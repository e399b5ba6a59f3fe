import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { desktopSettingsFile, keepChoice, keptSettings } from '../../../resources/launch/closing-choice.mjs';
import { SettingsFile } from '../../../src-main/electron/system/kept-settings.ts';
import { keepProfileApart, SETTINGS_NAME } from '../../../src-main/electron/system/profile-folder.ts';
import { temporaryDataFolder } from '../../support/disk-store.ts';

let folder: ReturnType<typeof temporaryDataFolder>;
let file: string;

beforeEach(() => {
  folder = temporaryDataFolder();
  file = join(folder.path, 'keepfold', 'desktop.json');
});
afterEach(() => {
  vi.restoreAllMocks();
  folder.remove();
});

const NO_FAULTS = { unreadable: expect.unreachable, notNoted: expect.unreachable };

describe('what closing the app window means', () => {
  it('is asked at first, and where the file cannot be read', () => {
    expect(keptSettings(file)).toEqual({ closing: 'ask', language: '' });
    mkdirSync(join(folder.path, 'keepfold'));
    for (const text of ['{"closing":', 'null', '[]', '{"closing":"explode","language":7}']) {
      writeFileSync(file, text);
      expect(keptSettings(file)).toEqual({ closing: 'ask', language: '' });
    }
  });

  it('is one answer for it and the desktop app, whose other settings stay', () => {
    const desktop = new SettingsFile(file, NO_FAULTS);
    desktop.change({ closing: 'keep-running', language: 'de', notifies: false });
    expect(keptSettings(file)).toEqual({ closing: 'keep-running', language: 'de' });
    keepChoice('quit', file);
    const { closing, language, notifies } = new SettingsFile(file, NO_FAULTS).kept;
    expect({ closing, language, notifies }).toEqual({ closing: 'quit', language: 'de', notifies: false });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is told, and asked again, where it cannot be kept', () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    writeFileSync(join(folder.path, 'keepfold'), 'a file in the place of the folder');
    keepChoice('quit', file);
    expect(said.mock.calls[0]?.[0]).toMatch(/^keepfold: the choice could not be kept: ENOTDIR|EEXIST/);
    expect(keptSettings(file).closing).toBe('ask');
    expect(readFileSync(join(folder.path, 'keepfold'), 'utf8')).toBe('a file in the place of the folder');
  });

  it('lies where Electron has the profile of the desktop app', () => {
    const of = (platform: string, env: NodeJS.ProcessEnv) =>
      desktopSettingsFile({ platform, env, home: '/home/ada' });
    expect(of('linux', {})).toBe('/home/ada/.config/keepfold/desktop.json');
    expect(of('linux', { XDG_CONFIG_HOME: '/config' })).toBe('/config/keepfold/desktop.json');
    expect(of('win32', { APPDATA: '/roaming' })).toBe('/roaming/keepfold/desktop.json');
    const onMac = of('darwin', {});
    const electron = { userData: join(folder.path, 'Library/Application Support/keepfold') };
    const app = {
      getPath: () => electron.userData,
      setPath: (_name: 'userData', path: string) => {
        electron.userData = path;
      },
    };
    keepProfileApart(app, [join(folder.path, 'Library/Application Support/Keepfold')]);
    expect(join(electron.userData, SETTINGS_NAME)).toBe(onMac.replace('/home/ada', folder.path));
    expect(basename(onMac)).toBe(SETTINGS_NAME);
  });
});
