import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

const PASSWORD = 'a long password';

async function withLocked() {
  const world = await libraryWorld();
  const { view } = await world.libraries.create(ANNA, { name: 'Locked', password: PASSWORD });
  const codeOf = async (work: () => unknown) => (await refusalOf(work)).code;
  return { world, library: view.library, id: view.library.id, passwords: world.passwords, codeOf };
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
