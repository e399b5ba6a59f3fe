import { describe, expect, it } from 'vitest';
import type { Owner } from '../../../../src-main/core/library/owner.ts';
import { createLibrarySharesAndLinks } from '../../../../src-main/usecases/sharing/library-shares-and-links.ts';
import { ADMIN, ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

const RIGHTS = { permission: 'rw', isAdmin: false } as const;
const FROM_ANNA: Owner = { kind: 'user', email: ANNA.email };
const TO_BERT: Owner = { kind: 'user', email: BERT.email };

/** A library of Anna's that Bert, the administrator and a group have, with a link of Anna's to a file. */
async function shared() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  await world.commit(id, await world.put(id, '/a.txt', 'a'));
  const group = world.departments.createGroup(ANNA, { name: 'Choir' });
  for (const { email } of [BERT, ADMIN]) world.shares.shareWithUser(ANNA, id, { ...RIGHTS, email });
  world.shares.shareWithGroup(ANNA, id, { ...RIGHTS, groupId: group.id });
  await world.shareLinks.ensureShared(ANNA, id, '/a.txt');
  const { shareTable, publicLinks } = world.stores;
  const state = () => ({
    users: shareTable.withUsers(id).map(({ email }) => email),
    groups: shareTable.withGroups(id).length,
    linksOf: [ANNA, BERT].flatMap(({ email }) => publicLinks.ofCreator(email, 'share').map(() => email)),
  });
  const { lostAccess } = world;
  return { world, id, state, sharesAndLinks: createLibrarySharesAndLinks({ ...world.stores, lostAccess }) };
}

describe('what opens a library to others', () => {
  it('ends with it: shares and links', async () => {
    const { id, state, sharesAndLinks } = await shared();
    expect(state()).toEqual({ users: [ADMIN.email, BERT.email], groups: 1, linksOf: [ANNA.email] });
    sharesAndLinks.close(id);
    expect(state()).toEqual({ users: [], groups: 0, linksOf: [] });
  });

  it('goes with it to another owner, who needs no share any more and has the links of the one before', async () => {
    const { world, id, state, sharesAndLinks } = await shared();
    const token = world.syncTokens.issue(id, ANNA.email);
    sharesAndLinks.handOver(id, { from: FROM_ANNA, to: TO_BERT, keepShares: true });
    expect(state()).toEqual({ users: [ADMIN.email], groups: 1, linksOf: [BERT.email] });
    expect(world.stores.shareTable.withUsers(id)).toMatchObject([{ email: ADMIN.email, ...RIGHTS }]);
    // It would let in who owned it.
    expect(world.syncTokens.find(token)).toBe(null);
  });

  it('stays behind where the new owner is to share it anew; the links go along', async () => {
    const { id, state, sharesAndLinks } = await shared();
    sharesAndLinks.handOver(id, { from: FROM_ANNA, to: TO_BERT, keepShares: false });
    expect(state()).toEqual({ users: [], groups: 0, linksOf: [BERT.email] });
  });

  it('stays with its makers where a department gets it', async () => {
    const { id, state, sharesAndLinks } = await shared();
    sharesAndLinks.handOver(id, {
      from: FROM_ANNA,
      to: { kind: 'department', groupId: 1 },
      keepShares: true,
    });
    expect(state()).toEqual({ users: [ADMIN.email, BERT.email], groups: 0, linksOf: [ANNA.email] });
  });
});
