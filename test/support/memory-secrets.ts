import { type Secrets, SecretsUnavailable } from '../../src-main/usecases/libraries/remembered-keys.ts';
import { said } from '../../src-shared/service-words.ts';

/** A keychain that lasts as long as the test; `broken` makes it one that is not there. */
export function memorySecrets() {
  const kept = new Map<string, string>();
  const secrets = {
    kept,
    isBroken: false,
    check: () => answer(() => undefined),
    get: (account: string) => answer(() => kept.get(account) ?? null),
    set: (account: string, secret: string) => answer(() => void kept.set(account, secret)),
    remove: (account: string) => answer(() => void kept.delete(account)),
  };
  async function answer<T>(work: () => T): Promise<T> {
    if (secrets.isBroken)
      throw new SecretsUnavailable(said('asItIs', { what: 'The keychain of this computer is broken.' }));
    return work();
  }
  return secrets satisfies Secrets;
}

export type MemorySecrets = ReturnType<typeof memorySecrets>;
