import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { said } from '../../src-shared/service-words.ts';
import { fromPackage } from '../core/plain-files.ts';
import { type Secrets, SecretsUnavailable } from '../usecases/libraries/remembered-keys.ts';

/** How the system's keychain is reached. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

export interface KeychainOptions {
  /** Loads the keychain; fails where the system lacks what it needs. */
  readonly load: () => Promise<Keychain>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly readWithinMs: number;
  /** The system may first ask its user to unlock the keychain. */
  readonly writeWithinMs: number;
}

const SERVICE = 'Keepfold';

const require = createRequire(import.meta.url);

/** A native module, loaded only when needed: everything else runs on a computer without it. */
export async function loadKeychain(): Promise<Keychain> {
  return fromPackage(process, () => require('keytar') as Keychain);
}

const SYSTEM: KeychainOptions = {
  load: loadKeychain,
  env: process.env,
  platform: process.platform,
  readWithinMs: 5_000,
  writeWithinMs: 30_000,
};

/** Keeps secrets in the keychain of the system (Keychain, Credential Manager or Secret Service) and nowhere else. */
export function createKeychainSecrets(options: Partial<KeychainOptions> = {}): Secrets {
  const { load, env, platform, readWithinMs, writeWithinMs } = { ...SYSTEM, ...options };
  let isStuck = false;

  async function ask<T>(withinMs: number, question: (keychain: Keychain) => Promise<T>): Promise<T> {
    if (isStuck) throw new SecretsUnavailable(said('keychainSilent'));
    if (platform === 'linux' && !hasSessionBus(env)) {
      throw new SecretsUnavailable(said('keychainNotRunning'));
    }
    try {
      return await answerWithin(withinMs, load().then(question));
    } catch (error) {
      if (error instanceof SecretsUnavailable) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new SecretsUnavailable(said('keychainUnusable', { reason }), { cause: error });
    }
  }

  async function answerWithin<T>(withinMs: number, answer: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        giveUp();
        reject(new SecretsUnavailable(said('keychainSilent')));
      }, withinMs);
    });
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }

  /**
   * A hanging call holds one of few threads, for which the process would wait when it ends: neither may happen again.
   */
  function giveUp(): void {
    if (isStuck) return;
    isStuck = true;
    process.once('exit', () => process.kill(process.pid, 'SIGKILL'));
  }

  return {
    async check() {
      await ask(readWithinMs, (keychain) => keychain.getPassword(SERVICE, 'check'));
    },
    get: (account) => ask(readWithinMs, (keychain) => keychain.getPassword(SERVICE, account)),
    async set(account, secret) {
      const kept = await ask(writeWithinMs, async (keychain) => {
        await keychain.setPassword(SERVICE, account, secret);
        return keychain.getPassword(SERVICE, account);
      });
      if (kept !== secret) throw new SecretsUnavailable(said('keychainKeepsNothing'));
    },
    async remove(account) {
      await ask(writeWithinMs, (keychain) => keychain.deletePassword(SERVICE, account));
    },
  };
}

function hasSessionBus(env: KeychainOptions['env']): boolean {
  const address = env['DBUS_SESSION_BUS_ADDRESS'] ?? '';
  const runtime = env['XDG_RUNTIME_DIR'] ?? '';
  return address !== '' || (runtime !== '' && existsSync(join(runtime, 'bus')));
}
