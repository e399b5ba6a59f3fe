import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type CommandPlace,
  shellWord,
  type ToldServer,
  terminalCommands,
} from '../../../src-main/app/terminal-commands.ts';

const DEFAULT = join(homedir(), '.local', 'share', 'keepfold');
const server: ToldServer = { dataDir: DEFAULT, host: '127.0.0.1', port: 8730 };
const place: CommandPlace = {
  ...{ env: {}, platform: 'linux', sourceDir: '/home/ada/keepfold', execPath: '/usr/bin/node' },
};

describe('the commands for a server', () => {
  it('are the short ones for what was started without options', () => {
    expect(terminalCommands(server, place)).toEqual({
      folder: '/home/ada/keepfold',
      open: 'npm start',
      start: 'npm start',
      sign_in: 'npm run cli -- sign-in',
      add_user: 'npm run cli -- user add <e-mail>',
    });
  });

  it('name another data folder and port, so that they reach this server and start it where it was', () => {
    expect(terminalCommands({ ...server, dataDir: "/tmp/Ada's data", port: 8791 }, place)).toMatchObject({
      open: String.raw`npm start -- --data-dir '/tmp/Ada'\''s data'`,
      start: String.raw`npm start -- --data-dir '/tmp/Ada'\''s data' --port 8791`,
      sign_in: String.raw`npm run cli -- sign-in --data-dir '/tmp/Ada'\''s data'`,
      add_user: String.raw`npm run cli -- user add <e-mail> --data-dir '/tmp/Ada'\''s data'`,
    });
  });

  it('name the folder too where only the environment of the server told it', () => {
    const env = { KEEPFOLD_DATA_DIR: '/srv/keepfold' };
    expect(terminalCommands({ ...server, dataDir: '/srv/keepfold' }, { ...place, env }).sign_in).toBe(
      'npm run cli -- sign-in --data-dir /srv/keepfold',
    );
  });

  it('serve again what others reach', () => {
    const reached = { ...server, host: '0.0.0.0', publicUrls: ['https://files.example.org'] };
    expect(terminalCommands({ ...reached, trustedProxies: ['127.0.0.1'] }, place)).toMatchObject({
      open: 'npm start',
      start:
        'npm run serve -- --host 0.0.0.0 --public-url https://files.example.org --trusted-proxy 127.0.0.1',
    });
  });

  it.each([
    ['linux', {}, 'keepfold'],
    ['linux', { APPIMAGE: '/home/ada/My apps/Keepfold.AppImage' }, "'/home/ada/My apps/Keepfold.AppImage'"],
    ['darwin', {}, 'open -a Keepfold --args'],
    ['win32', {}, String.raw`"C:\Program Files\Keepfold\Keepfold.exe"`],
  ] as const)('of an app that is installed on %s with %o begin with %s', (platform, env, program) => {
    const execPath = String.raw`C:\Program Files\Keepfold\Keepfold.exe`;
    const app = { ...server, dataDir: '/data', port: 8791 };
    expect(terminalCommands(app, { env, platform, execPath, sourceDir: null })).toEqual({
      ...{ folder: null, sign_in: null, add_user: null },
      open: `${program} --data-dir=/data`,
      start: `${program} --data-dir=/data --port=8791`,
    });
  });

  it.each([
    ['linux', '/srv/data', '/srv/data'],
    ['linux', '/srv/$HOME `x` "y"', `'/srv/$HOME \`x\` "y"'`],
    ['linux', '', "''"],
    ['win32', String.raw`D:\keepfold`, String.raw`D:\keepfold`],
    ['win32', String.raw`D:\Ada & Bob`, String.raw`"D:\Ada & Bob"`],
    ['win32', 'D:\\Ada & Bob\\', String.raw`"D:\Ada & Bob\\"`],
  ] as const)('on %s take %s for one word', (platform, text, word) => {
    expect(shellWord(text, platform)).toBe(word);
  });
});
