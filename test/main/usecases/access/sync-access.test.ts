import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { callerOf } from '../../../../src-main/usecases/access/sync-access.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';
import { commitId } from '../../../support/stored-commits.ts';

/** A library of Anna's, and the token of a device of hers. */
async function syncing() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const token = world.syncTokens.issue(id, ANNA.email);
  return { world, id, token, sync: world.syncAccess };
}

it('a token opens the library that it was made for, as its holder may use it', async () => {
  const { world, id, token, sync } = await syncing();
  const visit = sync.enter(token, id);
  expect(visit).toMatchObject({ token, permission: 'rw', library: { id }, bearer: { email: ANNA.email } });
  expect(callerOf(visit.bearer)).toEqual({ email: 'anna@example.com', isAdmin: false });
  const other = await world.addLibrary('Photos');
  expect(await refusalOf(() => sync.enter(token, other))).toMatchObject({ code: 'permission-denied' });
  expect(await refusalOf(() => sync.enter('0'.repeat(40), id))).toMatchObject({ code: 'permission-denied' });
  const ofBert = world.syncTokens.issue(id, BERT.email);
  expect(await refusalOf(() => sync.enter(ofBert, id))).toMatchObject({ code: 'permission-denied' });
});

it('a library that is read-only is entered, and not written to', async () => {
  const { world, id, token, sync } = await syncing();
  expect(() => sync.requireWriter(sync.enter(token, id))).not.toThrow();
  world.stores.libraryTable.setStatus(id, 'read-only');
  const visit = sync.enter(token, id);
  expect(visit.permission).toBe('r');
  expect(await refusalOf(() => sync.requireWriter(visit))).toMatchObject({ code: 'library-read-only' });
});

it('a record that is older than the journal is told to no client, as it would be taken for newer', async () => {
  const { world, id, token, sync } = await syncing();
  const entry = world.stores.journal.lastHeadOf(id);
  if (entry === null) throw new Error('an entry expected');
  await world.commit(id, await world.put(id, '/a', 'x'));
  // The last entry names a head that the library has left behind: no harm.
  await world.stores.journal.append([entry]);
  expect(sync.enter(token, id).library.headSeq).toBe(2);
  await world.stores.journal.append([{ ...entry, head_commit_id: commitId('e') }]);
  expect(await refusalOf(() => sync.enter(token, id))).toEqual({
    code: 'library-damaged',
    detail: { value: id, reason: 'older-than-journal' },
  });
});

it('a library is deleted if that is on record, and not when it merely is not there', async () => {
  const { world, id, token, sync } = await syncing();
  expect(sync.isDeleted(id)).toBe(false);
  await world.libraries.remove(ANNA, id);
  expect(sync.isDeleted(id)).toBe(true);
  expect(await refusalOf(() => sync.enter(token, id))).toHaveProperty('code');
  world.stores.deletedLibraryTable.bury(id, 5);
  expect(sync.isDeleted(id)).toBe(true);
  expect(sync.isDeleted('00000000-0000-4000-8000-0000000000ff' as LibraryId)).toBe(false);
});

/** A library of Anna's that Bert has, with a sync token of his. */
async function sharedWorld(way: 'personally' | 'through a group') {
  const world = await libraryWorld();
  const { shares, departments, libraries, syncTokens } = world;
  const id = await world.addLibrary();
  const { id: groupId } = departments.createGroup(ANNA, { name: 'Team' });
  const rights = { permission: 'rw', isAdmin: false } as const;
  departments.addMember(ANNA, groupId, { email: BERT.email });
  if (way === 'personally') shares.shareWithUser(ANNA, id, { ...rights, email: BERT.email });
  else shares.shareWithGroup(ANNA, id, { ...rights, groupId });
  const { syncToken } = libraries.issueSyncToken(BERT, id);
  const { syncToken: annas } = libraries.issueSyncToken(ANNA, id);
  const isAlive = () => [syncTokens.find(syncToken) !== null, syncTokens.find(annas) !== null];
  return { ...world, id, groupId, rights, isAlive };
}

describe('sync tokens of those who lose a library', () => {
  it('end when a personal share ends, and nobody else’s do', async () => {
    const { shares, id, isAlive } = await sharedWorld('personally');
    shares.endUserShare(ANNA, id, BERT.email);
    expect(isAlive()).toEqual([false, true]);
  });

  it('end when the receiver gives the share up', async () => {
    const { shares, id, isAlive } = await sharedWorld('personally');
    shares.leave(BERT, id);
    expect(isAlive()).toEqual([false, true]);
  });

  it('live on while there is another way to the library', async () => {
    const { shares, id, groupId, rights, isAlive } = await sharedWorld('personally');
    shares.shareWithGroup(ANNA, id, { ...rights, groupId });
    shares.endUserShare(ANNA, id, BERT.email);
    expect(isAlive()).toEqual([true, true]);
    shares.endGroupShare(ANNA, id, groupId);
    expect(isAlive()).toEqual([false, true]);
  });

  it('live on when the share is for reading only from now on', async () => {
    const { shares, id, isAlive } = await sharedWorld('personally');
    shares.changeUserShare(ANNA, id, { permission: 'r', isAdmin: false, email: BERT.email });
    expect(isAlive()).toEqual([true, true]);
  });

  it('end when they leave the group, or the group is dissolved', async () => {
    const left = await sharedWorld('through a group');
    left.departments.removeMember(BERT, left.groupId, BERT.email);
    expect(left.isAlive()).toEqual([false, true]);
    const dissolved = await sharedWorld('through a group');
    dissolved.departments.removeGroup(ANNA, dissolved.groupId);
    expect(dissolved.isAlive()).toEqual([false, true]);
  });

  it('end when the library is given away, but for those who keep it', async () => {
    const dropped = await sharedWorld('personally');
    await dropped.libraries.transfer(ANNA, dropped.id, { owner: { kind: 'user', email: ADMIN.email } });
    expect(dropped.isAlive()).toEqual([false, false]);
    const kept = await sharedWorld('personally');
    const owner = { kind: 'user', email: ADMIN.email } as const;
    await kept.libraries.transfer(ANNA, kept.id, { owner, reshare: true });
    expect(kept.isAlive()).toEqual([true, false]);
    expect(kept.shares.sharesOf(ADMIN, kept.id).users).toMatchObject([
      { email: BERT.email, sharedBy: ADMIN.email },
    ]);
  });

  it('stay away when the library passes to one it was shared with', async () => {
    const { libraries, shares, id } = await sharedWorld('personally');
    await libraries.transfer(ANNA, id, { owner: { kind: 'user', email: BERT.email }, reshare: true });
    expect(shares.sharesOf(BERT, id)).toEqual({ users: [], groups: [] });
    expect(libraries.find(BERT, id)).toMatchObject({ isOwner: true, permission: 'rw' });
  });
});
