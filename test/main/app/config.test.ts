import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { administratorFrom, DEFAULT_PORT, defaultDataDir } from '../../../src-main/app/config.ts';

describe('the port', () => {
  it('never changes: clients keep it with each library', () => {
    expect(DEFAULT_PORT).toBe(8730);
  });
});

describe('the data folder that nobody chose', () => {
  it('is what the environment says', () => {
    const env = { KEEPFOLD_DATA_DIR: '/srv/keepfold', XDG_DATA_HOME: '/data' };
    for (const platform of ['linux', 'darwin', 'win32'] as const)
      expect(defaultDataDir({ env, platform })).toBe('/srv/keepfold');
  });

  it.each([
    ['linux', {}, join(homedir(), '.local/share/keepfold')],
    ['linux', { KEEPFOLD_DATA_DIR: '', XDG_DATA_HOME: '' }, join(homedir(), '.local/share/keepfold')],
    ['linux', { XDG_DATA_HOME: '/data' }, join('/data', 'keepfold')],
    ['freebsd', { XDG_DATA_HOME: '/data' }, join('/data', 'keepfold')],
    ['darwin', { XDG_DATA_HOME: '/data' }, join(homedir(), 'Library/Application Support/Keepfold')],
    ['win32', { LOCALAPPDATA: '/local' }, join('/local', 'Keepfold')],
    ['win32', {}, join(homedir(), 'AppData', 'Local', 'Keepfold')],
  ] as const)('is the place of the system: %s with %j', (platform, env, path) => {
    expect(defaultDataDir({ env, platform })).toBe(path);
  });
});

describe('the first administrator', () => {
  it('is the one that the environment names with a password', () => {
    const env = { KEEPFOLD_ADMIN_EMAIL: 'me@example.com', KEEPFOLD_ADMIN_PASSWORD: 'secret' };
    expect(administratorFrom(env)).toEqual({ email: 'me@example.com', password: 'secret' });
  });

  it.each([
    {},
    { KEEPFOLD_ADMIN_EMAIL: 'me@example.com' },
    { KEEPFOLD_ADMIN_PASSWORD: 'secret' },
    { KEEPFOLD_ADMIN_EMAIL: 'me@example.com', KEEPFOLD_ADMIN_PASSWORD: '' },
  ])('is nobody without both: %j', (env) => {
    expect(administratorFrom(env)).toBe(null);
  });
});
