import { describe, expect, it } from 'vitest';
import { createRememberedKeys } from '../../../../src-main/usecases/libraries/remembered-keys.ts';
import { ANNA, libraryWorld } from '../../../support/library-world.ts';
import { type MemorySecrets, memorySecrets } from '../../../support/memory-secrets.ts';

const PASSWORD = 'correct horse battery';

/** An encrypted library of Anna's, its key, and what remembers keys of this data folder. */
async function withKey(secrets: MemorySecrets = memorySecrets()) {
  const world = await libraryWorld();
  const { unlocked } = world;
  const { library } = (await world.libraries.create(ANNA, { name: 'Papers', password: PASSWORD })).view;
  const key = await unlocked.open(ANNA, library, PASSWORD);
  const keysOf = (dataFolderId: string) => createRememberedKeys({ secrets, unlocked, dataFolderId });
  return { world, secrets, unlocked, library, id: library.id, key, keysOf, keys: keysOf('here') };
}

describe('a remembered key', () => {
  it('opens its library after a restart, and the password is kept nowhere', async () => {
    const { secrets, unlocked, id, key, keys, keysOf } = await withKey();
    expect(await keys.remember(key)).toBe(null);
    expect(keys.has(id)).toBe(true);
    expect([...secrets.kept.keys()]).toEqual([`${id} here`]);
    expect([...secrets.kept.values()].join()).not.toContain(PASSWORD);
    const afterwards = keysOf('here');
    expect(afterwards.has(id)).toBe(false);
    expect(await afterwards.recall(id)).toBe(true);
    expect(afterwards.has(id)).toBe(true);
    expect(unlocked.keyOf(id)).toEqual(key.fileKey);
  });

  it('is none of another data folder with the same library, nor once it is forgotten', async () => {
    const { secrets, unlocked, id, key, keys, keysOf } = await withKey();
    await keys.remember(key);
    expect(await keysOf('elsewhere').recall(id)).toBe(false);
    expect(await keys.forget(id)).toBe(null);
    expect(keys.has(id)).toBe(false);
    expect(secrets.kept.size).toBe(0);
    expect(await keys.recall(id)).toBe(false);
    expect(unlocked.keyOf(id)).toBe(null);
  });

  it('follows the library to another password, and else opens nothing any more', async () => {
    const { world, unlocked, id, key, keys, keysOf } = await withKey();
    await keys.remember(key);
    unlocked.hold(key);
    const passwords = { from: PASSWORD, to: 'another horse battery' };
    await world.passwords.change(ANNA, id, passwords);
    const isOpenAgain = async () => {
      unlocked.lock(id);
      return keysOf('here').recall(id);
    };
    await keys.renew(id);
    expect(await isOpenAgain()).toBe(true);
    unlocked.lock(id);
    await world.passwords.change(ANNA, id, { from: passwords.to, to: PASSWORD });
    // Nothing held the key meanwhile, so nothing could be renewed.
    await keys.renew(id);
    expect(await isOpenAgain()).toBe(false);
  });

  it('is no key where somebody else wrote into the keychain', async () => {
    const { secrets, id, keys } = await withKey();
    for (const secret of [
      '',
      'password',
      '["aes-256-gcm","00","","1"]',
      `["rot13","${'0'.repeat(64)}","","1"]`,
    ]) {
      secrets.kept.set(`${id} here`, secret);
      expect(await keys.recall(id)).toBe(false);
    }
  });

  it('is neither kept nor found without a keychain, which is said', async () => {
    const { secrets, id, key, keys } = await withKey();
    secrets.isBroken = true;
    const broken = { code: 'asItIs', values: { what: 'The keychain of this computer is broken.' } };
    expect(await keys.check()).toEqual(broken);
    expect(await keys.remember(key)).toEqual(broken);
    expect(await keys.forget(id)).toEqual(broken);
    expect(await keys.recall(id)).toBe(false);
    expect(keys.has(id)).toBe(false);
    secrets.isBroken = false;
    expect(await keys.check()).toBe(null);
  });
});
