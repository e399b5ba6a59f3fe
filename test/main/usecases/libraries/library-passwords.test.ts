import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

const PASSWORD = 'correct horse';
const OTHER = 'battery staple';
const UNKNOWN = '00000000-0000-4000-8000-000000000000' as LibraryId;

async function setup() {
  const world = await libraryWorld();
  const { passwords, libraries } = world.rooms.libraries;
  const made = await libraries.create(ANNA, { name: 'Secret', password: PASSWORD, staysOpen: true });
  const { id } = made.view.library;
  const shareWithBert = () =>
    world.shares.shareWithUser(ANNA, id, { email: BERT.email, permission: 'rw', isAdmin: false });
  shareWithBert();
  const isLocked = (caller: typeof ANNA) => passwords.isLockedFor(caller, world.access.existing(id));
  return { ...world, passwords, id, isLocked, shareWithBert };
}

describe('the lock of an encrypted library', () => {
  it('is open to who has just made it, and to nobody else', async () => {
    const { isLocked } = await setup();
    expect([isLocked(ANNA), isLocked(BERT)]).toEqual([false, true]);
  });

  it('is nobody’s who does not reach the library', async () => {
    const { passwords, id, addLibrary } = await setup();
    const denied = expect.objectContaining({ code: 'permission-denied' });
    expect(() => passwords.lock(ADMIN, id)).toThrow(denied);
    expect(() => passwords.recoverySheet(ADMIN, id)).toThrow(denied);
    expect(() => passwords.lock(ANNA, UNKNOWN)).toThrow(
      expect.objectContaining({ code: 'library-not-found' }),
    );
    const plain = await addLibrary('Plain');
    expect(() => passwords.recoverySheet(ANNA, plain)).toThrow(
      expect.objectContaining({ code: 'library-not-encrypted' }),
    );
    expect(passwords.lockAll(BERT)).toEqual([]);
  });

  it('closes when the account is removed, so that nobody finds it open who gets the address', async () => {
    const { passwords, accounts, id, isLocked, shareWithBert } = await setup();
    await passwords.unlock(BERT, id, PASSWORD, 'until-quit');
    expect(isLocked(BERT)).toBe(false);
    await accounts.deleteUser(ADMIN, BERT.email);
    await accounts.createUser(ADMIN, { email: BERT.email, password: 'secret' });
    shareWithBert();
    expect(isLocked(BERT)).toBe(true);
  });
});

describe('another password', () => {
  it('leaves the library open to who set it where that is wished, and locked otherwise', async () => {
    const { passwords, id, isLocked } = await setup();
    await passwords.change(ANNA, id, { from: PASSWORD, to: OTHER, staysOpen: true });
    expect(isLocked(ANNA)).toBe(false);
    await passwords.change(ANNA, id, { from: OTHER, to: PASSWORD });
    expect(isLocked(ANNA)).toBe(true);
  });

  it('is none that leaves anything changed when it cannot be committed', async () => {
    const { passwords, id, isLocked, stores } = await setup();
    stores.libraryTable.setStatus(id, 'read-only');
    const before = passwords.recoverySheet(ANNA, id).encryption;
    await expect(passwords.change(ANNA, id, { from: PASSWORD, to: OTHER })).rejects.toMatchObject({
      code: 'library-read-only',
    });
    expect(passwords.recoverySheet(ANNA, id).encryption).toEqual(before);
    expect(isLocked(ANNA)).toBe(false);
  });
});

async function withLocked() {
  const world = await libraryWorld();
  const { view } = await world.libraries.create(ANNA, { name: 'Locked', password: PASSWORD });
  const codeOf = async (work: () => unknown) => (await refusalOf(work)).code;
  const { passwords } = world.rooms.libraries;
  return { world, library: view.library, id: view.library.id, passwords, codeOf };
}

describe('an encrypted library', () => {
  it('opens with its password for who enters it, and for nobody else', async () => {
    const { world, library, id, passwords, codeOf } = await withLocked();
    world.shares.shareWithUser(ANNA, id, { email: BERT.email, permission: 'r', isAdmin: false });
    expect(await codeOf(() => passwords.unlock(BERT, id, 'a wrong password'))).toBe('password-wrong');
    expect(await codeOf(() => passwords.unlock(BERT, id, ''))).toBe('library-locked');
    await passwords.unlock(BERT, id, PASSWORD);
    expect(passwords.isLockedFor(BERT, library)).toBe(false);
    expect(passwords.isLockedFor(ANNA, library)).toBe(true);
  });

  it('is not opened without access, whatever the password', async () => {
    const { id, library, passwords, codeOf } = await withLocked();
    expect(await codeOf(() => passwords.unlock(BERT, id, PASSWORD))).toBe('permission-denied');
    expect(await codeOf(() => passwords.unlockEncrypted(BERT, id, PASSWORD))).toBe('permission-denied');
    expect(await codeOf(() => passwords.checkMagic(BERT, id, library.encryption?.magic ?? ''))).toBe(
      'permission-denied',
    );
  });

  it('tells a client whether its check value is right', async () => {
    const { id, library, passwords, codeOf } = await withLocked();
    const magic = library.encryption?.magic ?? '';
    passwords.checkMagic(ANNA, id, magic.toUpperCase());
    expect(await codeOf(() => passwords.checkMagic(ANNA, id, ''))).toBe('argument-missing');
    expect(await codeOf(() => passwords.checkMagic(ANNA, id, magic.slice(1)))).toBe('password-wrong');
  });

  it('gets another password from who manages it and knows the old one', async () => {
    const { world, id, passwords, codeOf } = await withLocked();
    world.shares.shareWithUser(ANNA, id, { email: BERT.email, permission: 'rw', isAdmin: false });
    const to = 'another long password';
    expect(await codeOf(() => passwords.change(BERT, id, { from: PASSWORD, to }))).toBe('permission-denied');
    expect(await codeOf(() => passwords.change(ANNA, id, { from: 'a wrong one', to }))).toBe(
      'password-wrong',
    );
    await passwords.unlock(ANNA, id, PASSWORD);
    await passwords.change(ANNA, id, { from: PASSWORD, to });
    expect(await codeOf(() => passwords.unlock(ANNA, id, PASSWORD))).toBe('password-wrong');
    await passwords.unlock(ANNA, id, to);
  });

  it('keeps its password while it is read-only', async () => {
    const { world, id, passwords, codeOf } = await withLocked();
    world.stores.libraryTable.setStatus(id, 'read-only');
    const change = { from: PASSWORD, to: 'another long password' };
    expect(await codeOf(() => passwords.change(ANNA, id, change))).toBe('library-read-only');
  });
});

it('a library without a password takes any, and has none to change', async () => {
  const { world, passwords, codeOf } = await withLocked();
  const id = await world.addLibrary();
  await passwords.unlock(ANNA, id, 'whatever');
  expect(await codeOf(() => passwords.unlockEncrypted(ANNA, id, 'whatever'))).toBe('library-not-encrypted');
  expect(await codeOf(() => passwords.change(ANNA, id, { from: 'a', to: 'b' }))).toBe(
    'library-not-encrypted',
  );
});
