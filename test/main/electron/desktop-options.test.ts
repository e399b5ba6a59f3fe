import { describe, expect, it } from 'vitest';
import {
  parseDesktopOptions,
  parseLaunchOptions,
  wantsSelfTest,
} from '../../../src-main/electron/desktop-options.ts';

const id = '0d5c4a4e-5b0e-4f7e-8a4b-7d7b7a3c2f10';

describe('the words that the app is started with', () => {
  const surroundings = { env: { KEEPFOLD_DATA_DIR: '/data' }, platform: 'linux' } as const;

  it('are read up to a link, so that a link cannot bring options', () => {
    const argv = ['--port', '9000', `keepfold://library/${id}/`, '--data-dir', '/evil', '--background'];
    expect(parseDesktopOptions(argv, surroundings)).toEqual({ dataDir: '/data', port: 9_000 });
    expect(parseLaunchOptions(argv)).toEqual({ inBackground: false, link: `keepfold://library/${id}/` });
  });

  it('ask for a self-test, which a link cannot', () => {
    expect(wantsSelfTest(['.', '--self-test'])).toBe(true);
    expect(wantsSelfTest([`keepfold://library/${id}/`, '--self-test'])).toBe(false);
  });

  it('say that no window is wanted', () => {
    expect(parseLaunchOptions(['--background'])).toEqual({ inBackground: true, link: null });
  });
});
