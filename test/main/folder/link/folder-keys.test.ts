import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../src-main/core/access/caller.ts';
import type { Library } from '../../../../src-main/core/library/library.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import {
  createFolderKeys,
  type FolderKeysDependencies,
  newLibraryPassword,
} from '../../../../src-main/folder/link/folder-keys.ts';
import type { LibraryKey } from '../../../../src-main/usecases/access/unlocked-libraries.ts';
import { refusalOf } from '../../../support/account-services.ts';

const ID = '11111111-1111-4111-8111-111111111111' as LibraryId;
const PLAIN = { id: ID, encryption: null } as Library;
const ENCRYPTED = { id: ID, encryption: { version: 4 } } as unknown as Library;
const ANN: Caller = { email: 'ann@example.com', isAdmin: true };
const KEY = { libraryId: ID } as unknown as LibraryKey;

/** Keys over libraries that are locked, with what is asked of memory and of the keychain. */
function keysOf({ isRemembered = true } = {}) {
  const asked: string[] = [];
  const unlocked = {
    open: async (_caller: Caller, _library: Library, password: string) => {
      asked.push(`open with "${password}"`);
      return KEY;
    },
    hold: () => undefined,
    openWith: () => undefined,
    keyOf: () => null,
    lock: () => void asked.push('lock'),
  };
  const remembered = {
    has: () => isRemembered,
    forget: async () => {
      asked.push('forget');
      return { code: 'keychainSilent', values: {} };
    },
  };
  const dependencies = { unlocked, remembered } as unknown as FolderKeysDependencies;
  return { keys: createFolderKeys(dependencies), asked };
}

describe('the key of a linked library', () => {
  it('is none for a plain library, and required of an encrypted one', async () => {
    const { keys } = keysOf();
    expect([keys.stateOf(PLAIN), keys.stateOf(ENCRYPTED)]).toEqual(['none', 'locked']);
    expect(keys.require(PLAIN)).toBeNull();
    expect(await refusalOf(() => keys.require(ENCRYPTED))).toEqual({
      ...{ code: 'library-locked', detail: { value: ID } },
    });
  });

  it('is asked for when a folder is linked, and also of a plain library where a password is given', async () => {
    const { keys, asked } = keysOf();
    const link = { path: '/folder' };
    expect(await keys.openForLink(ANN, PLAIN, link)).toBeNull();
    expect(asked).toEqual([]);
    await keys.openForLink(ANN, PLAIN, { ...link, password: 'secret' });
    await keys.openForLink(ANN, ENCRYPTED, link);
    expect(asked).toEqual(['open with "secret"', 'open with ""']);
  });

  it('is given up for good when it is locked, also where it was recalled meanwhile', async () => {
    const { keys, asked } = keysOf();
    expect(await keys.lock(ID)).toEqual({
      ...{ secrets: 'unavailable', secrets_reason: 'The keychain of this computer did not answer.' },
      secrets_said: { code: 'keychainSilent', values: {} },
    });
    expect(asked).toEqual(['lock', 'forget', 'lock']);
  });

  it.each([
    [true, ['lock', 'forget']],
    [false, ['lock']],
  ])('is released by the keychain only where that was given it (%s)', async (isRemembered, expected) => {
    const { keys, asked } = keysOf({ isRemembered });
    await keys.release(ID);
    expect(asked).toEqual(expected);
  });
});

describe('the password of a library that linking makes', () => {
  const link = { path: '/folder' };

  it('is given together with the wish to encrypt', async () => {
    expect(newLibraryPassword(link)).toBeUndefined();
    expect(newLibraryPassword({ ...link, encrypt: true, password: 'correct horse' })).toBe('correct horse');
  });

  it('is refused without that wish, and missing with it', async () => {
    expect(await refusalOf(() => newLibraryPassword({ ...link, password: 'correct horse' }))).toEqual({
      ...{ code: 'argument-missing', detail: { field: 'encrypt' } },
    });
    expect((await refusalOf(() => newLibraryPassword({ ...link, encrypt: true }))).code).toBe(
      'argument-missing',
    );
  });
});
