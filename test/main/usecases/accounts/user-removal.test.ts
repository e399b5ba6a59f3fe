import { describe, expect, it } from 'vitest';
import type { Owner } from '../../../../src-main/core/library/owner.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

const TO_BERT: Owner = { kind: 'user', email: BERT.email };

describe('removing an account', () => {
  it('leaves its libraries among the deleted ones where nobody is to have them', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.userRemoval.remove(ADMIN, ANNA.email, null);
    expect(world.accounts.profile(ANNA.email)).toBe(null);
    expect(world.deletedLibraries.list(ADMIN, { page: 1, perPage: 10 }).libraries).toMatchObject([
      { library: { id } },
    ]);
  });

  it('gives its libraries to an heir with their shares, on record', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const rights = { permission: 'r', isAdmin: false } as const;
    world.shares.shareWithUser(ANNA, id, { ...rights, email: ADMIN.email });
    await world.userRemoval.remove(ADMIN, ANNA.email, TO_BERT);
    expect(world.accounts.profile(ANNA.email)).toBe(null);
    expect(world.libraries.find(BERT, id)).toMatchObject({ isOwner: true });
    expect(world.shares.sharesOf(BERT, id).users).toMatchObject([{ ...rights, email: ADMIN.email }]);
    expect(world.stores.journal.lastHeadOf(id)).toMatchObject({ owner: TO_BERT });
    expect(world.deletedLibraries.list(ADMIN, { page: 1, perPage: 10 }).libraries).toEqual([]);
  });

  it('is refused for an heir who is nobody or the user, and to all but administrators; nothing changes', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const code = async (caller: typeof ANNA, email: string, heir: Owner | null) =>
      (await refusalOf(() => world.userRemoval.remove(caller, email, heir))).code;
    expect(await code(BERT, ANNA.email, TO_BERT)).toBe('permission-denied');
    expect(await code(ADMIN, 'nobody@example.com', TO_BERT)).toBe('user-not-found');
    expect(await code(ADMIN, ANNA.email, { kind: 'user', email: 'nobody@example.com' })).toBe(
      'user-not-found',
    );
    expect(await code(ADMIN, ANNA.email, { kind: 'department', groupId: 99 })).toBe('group-not-found');
    expect(await code(ADMIN, ANNA.email, { kind: 'user', email: ANNA.email })).toBe('argument-invalid');
    expect(world.libraries.find(ANNA, id)).toMatchObject({ isOwner: true });
  });
});
