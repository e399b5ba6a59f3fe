import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
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
