import { describe, expect, it } from 'vitest';
import { ADMIN, ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

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
