import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createKeychainSecrets,
  type Keychain,
  type KeychainOptions,
} from '../../../src-main/app/keychain-secrets.ts';
import { temporaryDataFolder } from '../../support/disk-store.ts';

/** A keychain as the native module shows it, on a computer with a session. */
function keychain(changes: Partial<Keychain> = {}) {
  const kept = new Map<string, string>();
  let loads = 0;
  const native: Keychain = {
    getPassword: async (service, account) => kept.get(`${service} ${account}`) ?? null,
    setPassword: async (service, account, secret) => void kept.set(`${service} ${account}`, secret),
    deletePassword: async (service, account) => kept.delete(`${service} ${account}`),
    ...changes,
  };
  const options: Partial<KeychainOptions> = {
    load: async () => {
      loads++;
      return native;
    },
    env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus' },
    platform: 'linux',
  };
  return { kept, options, loads: () => loads };
}

const unavailable = (message: string) => expect.objectContaining({ name: 'SecretsUnavailable', message });

describe('secrets in the keychain', () => {
  it('are kept under the name of the product', async () => {
    const { kept, options, loads } = keychain();
    const secrets = createKeychainSecrets(options);
    expect(loads()).toBe(0);
    await secrets.check();
    await secrets.set('a', 'secret');
    expect([...kept]).toEqual([['Keepfold a', 'secret']]);
    expect([await secrets.get('a'), await secrets.get('b')]).toEqual(['secret', null]);
    await secrets.remove('a');
    expect([...kept]).toEqual([]);
  });

  it('are refused without a session bus, and nothing native is loaded', async () => {
    const { options, loads } = keychain();
    const secrets = createKeychainSecrets({ ...options, env: {} });
    const refusal = unavailable('No keychain is running: this session has no D-Bus.');
    await expect(secrets.check()).rejects.toEqual(refusal);
    await expect(secrets.set('a', 'secret')).rejects.toEqual(refusal);
    await expect(secrets.get('a')).rejects.toEqual(refusal);
    await expect(secrets.remove('a')).rejects.toEqual(refusal);
    expect(loads()).toBe(0);
  });

  it('are refused where the native part does not load', async () => {
    const { options } = keychain();
    const load = async () => {
      throw new Error('libsecret-1.so.0: cannot open shared object file');
    };
    await expect(createKeychainSecrets({ ...options, load }).set('a', 'secret')).rejects.toEqual(
      unavailable(
        'The keychain of this computer cannot be used: libsecret-1.so.0: cannot open shared object file',
      ),
    );
  });

  it('are refused by a keychain that keeps nothing', async () => {
    const { options } = keychain({ setPassword: async () => undefined });
    await expect(createKeychainSecrets(options).set('a', 'secret')).rejects.toEqual(
      unavailable('The keychain of this computer keeps nothing.'),
    );
  });

  it('are not asked of a keychain again that did not answer once', async () => {
    const before = process.listeners('exit');
    onTestFinished(() => {
      for (const listener of process.listeners('exit')) {
        if (!before.includes(listener)) process.removeListener('exit', listener);
      }
    });
    let asked = 0;
    const { options } = keychain({
      getPassword: () => {
        asked++;
        return new Promise(() => undefined);
      },
    });
    const secrets = createKeychainSecrets({ ...options, readWithinMs: 1 });
    const refusal = unavailable('The keychain of this computer did not answer.');
    await expect(secrets.get('a')).rejects.toEqual(refusal);
    await expect(secrets.get('a')).rejects.toEqual(refusal);
    expect(asked).toBe(1);
  });
});

const TOOLS = ['/usr/bin/dbus-run-session', '/usr/bin/gnome-keyring-daemon'];
const missing = TOOLS.filter((path) => !existsSync(path));
const why = missing.length === 0 ? '' : ` (skipped: ${missing.join(' and ')} not installed)`;

describe.skipIf(missing.length > 0)(`the keychain of a Linux desktop${why}`, () => {
  it('keeps, gives and forgets a secret, through the real native module', { timeout: 30_000 }, async () => {
    const folder = temporaryDataFolder();
    onTestFinished(() => folder.remove());
    const module = join(import.meta.dirname, '../../../src-main/app/keychain-secrets.ts');
    const script = `
      import { createKeychainSecrets } from ${JSON.stringify(module)};
      const secrets = createKeychainSecrets();
      await secrets.check();
      await secrets.set('one', 'secret');
      const kept = await secrets.get('one');
      await secrets.remove('one');
      console.log(JSON.stringify([kept, await secrets.get('one')]));
    `;
    const unlocked = 'printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec "$@"';
    const run = [process.execPath, '--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(
      'dbus-run-session',
      ['--', 'sh', '-c', unlocked, 'sh', ...run],
      {
        env: { ...process.env, HOME: folder.path, XDG_DATA_HOME: folder.path, XDG_RUNTIME_DIR: folder.path },
      },
    );
    expect(JSON.parse(stdout)).toEqual(['secret', null]);
  });
});
