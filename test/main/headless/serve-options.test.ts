import { describe, expect, it } from 'vitest';
import { parseServeOptions } from '../../../src-main/headless/serve-options.ts';

const parse = (...argv: string[]) =>
  parseServeOptions(argv, { env: { KEEPFOLD_DATA_DIR: '/default' }, platform: 'linux', cwd: '/home/anna' });

describe('the options of the server', () => {
  it('are this computer, the port for ever and the default folder when there are none', () => {
    expect(parse()).toEqual({ dataDir: '/default', host: '127.0.0.1', port: 8730, printSignIn: false });
  });

  it('are taken as they are given', () => {
    expect(parse('--data-dir', '/srv/x', '--port', '0', '--host', '0.0.0.0', '--print-sign-in')).toEqual({
      ...{ dataDir: '/srv/x', host: '0.0.0.0', port: 0, printSignIn: true },
    });
  });

  it('name a folder from where the command was typed', () => {
    expect(parse('--data-dir', 'data').dataDir).toBe('/home/anna/data');
    expect(parse('--data-dir', '../x').dataDir).toBe('/home/x');
  });

  it.each(['-1', '65536', 'eight', '80.5'])('know no port %s', (port) => {
    expect(() => parse(`--port=${port}`)).toThrow(`--port needs a number from 0 to 65535, not "${port}".`);
  });

  it.each([['--data_dir', '/x'], ['stray'], ['--port']])('are all known: %s', (...argv) => {
    expect(() => parse(...argv)).toThrow();
  });
});
