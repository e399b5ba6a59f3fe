import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseServeOptions } from '../../../src-main/headless/serve-options.ts';

const parse = (...argv: string[]) =>
  parseServeOptions(argv, { env: { KEEPFOLD_DATA_DIR: '/default' }, platform: 'linux', cwd: '/home/anna' });

describe('the options of the server', () => {
  it('are this computer, the port for ever and the default folder when there are none', () => {
    expect(parse()).toEqual({
      ...{ dataDir: '/default', host: '127.0.0.1', port: 8730, printSignIn: false },
      ...{ publicUrls: [], allowedHosts: [], trustedProxies: [], network: { isOn: false }, selfTest: null },
    });
  });

  it('are taken as they are given', () => {
    expect(parse('--data-dir', '/srv/x', '--port', '0', '--host', '0.0.0.0', '--print-sign-in')).toEqual({
      ...{ dataDir: resolve('/srv/x'), host: '0.0.0.0', port: 0, printSignIn: true },
      ...{ publicUrls: [], allowedHosts: [], trustedProxies: [], network: { isOn: false }, selfTest: null },
    });
  });

  it('let other devices connect, at a port of their own and with a certificate of somebody else’s making', () => {
    expect(parse('--lan').network).toEqual({ isOn: true });
    expect(parse('--lan', '--lan-port', '9000').network).toEqual({ isOn: true, port: 9000 });
    expect(parse('--lan', '--tls-cert', 'a.pem', '--tls-key', '/k.pem').network).toEqual({
      ...{ isOn: true, certificate: { cert: resolve('/home/anna/a.pem'), key: resolve('/k.pem') } },
    });
    expect(() => parse('--tls-cert', 'a.pem')).toThrow('--tls-cert and --tls-key are needed together.');
    expect(() => parse('--lan-port', '70000')).toThrow(
      '--lan-port needs a number from 0 to 65535, not "70000".',
    );
  });

  it('ask for a self-test', () => {
    expect(parse('--self-test').selfTest).toBe('all');
  });

  it('name a folder from where the command was typed', () => {
    expect(parse('--data-dir', 'data').dataDir).toBe(resolve('/home/anna/data'));
    expect(parse('--data-dir', '../x').dataDir).toBe(resolve('/home/x'));
  });

  it.each(['-1', '65536', 'eight', '80.5'])('know no port %s', (port) => {
    expect(() => parse(`--port=${port}`)).toThrow(`--port needs a number from 0 to 65535, not "${port}".`);
  });

  it.each([['--data_dir', '/x'], ['stray'], ['--port']])('are all known: %s', (...argv) => {
    expect(() => parse(...argv)).toThrow();
  });

  it.each([
    [['--prot', '8731'], "Unknown option '--prot' (Did you mean --port?). --help says what there is."],
    [['stray'], 'Too many arguments. Expected 0 arguments but got 1: stray. --help says what there is.'],
    [['--data-dir', '--port'], "Option '--data-dir <dir>' needs a value"],
  ])('say in a sentence what is wrong with %j', (argv, words) => {
    expect(() => parse(...argv)).toThrow(words);
  });

  it('are shown when help is asked for', () => {
    expect(() => parse('--port', '0', '--help')).toThrow(
      expect.objectContaining({ text: expect.stringContaining('--trusted-proxy <ip>'), isAsked: true }),
    );
  });

  it('name the proxies in front, the addresses that they show and their own', () => {
    const proxies = ['--public-url', 'https://Files.Example.org/', '--public-url=https://nas.lan:8443'];
    expect(parse(...proxies, '--trusted-proxy', '127.0.0.1', '--trusted-proxy=::1')).toMatchObject({
      publicUrls: ['https://files.example.org', 'https://nas.lan:8443'],
      trustedProxies: ['127.0.0.1', '::1'],
    });
  });

  it('may stand in the environment', () => {
    const env = {
      KEEPFOLD_PUBLIC_URL: 'https://a.example, https://b.example',
      KEEPFOLD_TRUSTED_PROXY: '10.0.0.1',
      KEEPFOLD_ALLOW_HOST: 'nas.fritz.box',
    };
    expect(parseServeOptions([], { env, platform: 'linux', cwd: '/' })).toMatchObject({
      publicUrls: ['https://a.example', 'https://b.example'],
      trustedProxies: ['10.0.0.1'],
      allowedHosts: ['nas.fritz.box'],
    });
  });

  it.each([
    'files.example.org',
    'https://files.example.org/keepfold',
    'ftp://files.example.org',
    'https://a@b.c',
  ])('take %s for no address of a proxy', (url) => {
    expect(() => parse('--public-url', url)).toThrow(
      `--public-url needs an address like https://files.example.org, not "${url}".`,
    );
  });

  it('name what the server is called besides, as browsers spell it', () => {
    const names = ['--allow-host', 'NAS.Fritz.Box', '--allow-host=fd00::1', '--allow-host=localhost'];
    expect(parse(...names).allowedHosts).toEqual(['nas.fritz.box', '[fd00::1]', 'localhost']);
  });

  it.each(['nas:8730', 'http://nas', 'nas/x', 'a b', '', 'a@b'])('take %j for no name', (name) => {
    expect(() => parse(`--allow-host=${name}`)).toThrow('--allow-host needs a name like nas.fritz.box');
  });

  it.each(['localhost', '10.0.0.0/8', 'true'])('trust no proxy %s', (proxy) => {
    expect(() => parse('--trusted-proxy', proxy)).toThrow(
      `--trusted-proxy needs an IP address like 127.0.0.1, not "${proxy}".`,
    );
  });
});
