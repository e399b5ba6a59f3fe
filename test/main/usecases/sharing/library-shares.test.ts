import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

const RIGHTS = { permission: 'rw', isAdmin: false } as const;
const TO_BERT = { ...RIGHTS, email: BERT.email };

/** A library of Anna's, and a group of hers that Bert is in. */
async function withLibrary() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const { departments } = world.rooms.sharing;
  const group = departments.createGroup(ANNA, { name: 'Choir' });
  departments.addMember(ANNA, group.id, { email: BERT.email });
  const codeOf = async (work: () => unknown) => (await refusalOf(work)).code;
  return { world, id, groupId: group.id, shares: world.shares, codeOf };
}

describe('who may share a library', () => {
  it('is its owner, not who has it from another, nor an administrator of the server', async () => {
    const { shares, id, groupId, codeOf } = await withLibrary();
    const toAdmin = { ...RIGHTS, email: ADMIN.email };
    expect(await codeOf(() => shares.shareWithUser(BERT, id, toAdmin))).toBe('permission-denied');
    shares.shareWithUser(ANNA, id, TO_BERT);
    expect(await codeOf(() => shares.shareWithUser(BERT, id, toAdmin))).toBe('permission-denied');
    expect(await codeOf(() => shares.shareWithGroup(BERT, id, { ...RIGHTS, groupId }))).toBe(
      'permission-denied',
    );
    expect(await codeOf(() => shares.endUserShare(BERT, id, BERT.email))).toBe('permission-denied');
    expect(await codeOf(() => shares.changeUserShare(BERT, id, TO_BERT))).toBe('permission-denied');
    expect(shares.sharesOf(ANNA, id)).toMatchObject({ users: [{ email: BERT.email }], groups: [] });
  });

  it('is told whom it is shared with, as all who have it are, and no others', async () => {
    const { shares, id, codeOf } = await withLibrary();
    expect(await codeOf(() => shares.sharesOf(BERT, id))).toBe('permission-denied');
    shares.shareWithUser(ANNA, id, { ...TO_BERT, permission: 'r' });
    expect(shares.sharesOf(BERT, id).users).toMatchObject([{ email: BERT.email, permission: 'r' }]);
  });
});

describe('a share with a person', () => {
  it('is refused for the owner, for nobody, and a second time', async () => {
    const { shares, id, codeOf } = await withLibrary();
    const to = (email: string) => codeOf(() => shares.shareWithUser(ANNA, id, { ...RIGHTS, email }));
    expect(await to(ANNA.email)).toBe('share-to-owner');
    expect(await to('nobody@example.com')).toBe('user-not-found');
    shares.shareWithUser(ANNA, id, TO_BERT);
    expect(await to(BERT.email)).toBe('share-exists');
  });

  it('counts at once, as it is changed and ended', async () => {
    const { world, shares, id, codeOf } = await withLibrary();
    const permission = () => world.libraries.find(BERT, id).permission;
    shares.shareWithUser(ANNA, id, TO_BERT);
    expect(permission()).toBe('rw');
    shares.changeUserShare(ANNA, id, { ...TO_BERT, permission: 'r' });
    expect(permission()).toBe('r');
    shares.endUserShare(ANNA, id, BERT.email);
    expect(await codeOf(permission)).toBe('permission-denied');
    expect(await codeOf(() => shares.endUserShare(ANNA, id, BERT.email))).toBe('share-not-found');
    expect(await codeOf(() => shares.changeUserShare(ANNA, id, TO_BERT))).toBe('share-not-found');
  });

  it('may be given up by who has it', async () => {
    const { shares, id, codeOf } = await withLibrary();
    shares.shareWithUser(ANNA, id, TO_BERT);
    shares.leave(BERT, id);
    expect(shares.isSharedOut(id)).toBe(false);
    expect(await codeOf(() => shares.leave(BERT, id))).toBe('share-not-found');
  });

  it('is made with each of several that it can be made with, or with none where one owns it', async () => {
    const { shares, id, codeOf } = await withLibrary();
    const emails = ['nobody@example.com', BERT.email, 'no address'];
    const { shared, refused } = shares.shareWithUsers(ANNA, id, { ...RIGHTS, emails });
    expect(shared.map(({ email }) => email)).toEqual([BERT.email]);
    expect(refused.map(({ index, error }) => [index, error.code])).toEqual([
      [0, 'user-not-found'],
      [2, 'argument-invalid'],
    ]);
    const withOwner = { ...RIGHTS, emails: [ADMIN.email, ANNA.email] };
    expect(await codeOf(() => shares.shareWithUsers(ANNA, id, withOwner))).toBe('share-to-owner');
    expect(shares.sharesOf(ANNA, id).users.map(({ email }) => email)).toEqual([BERT.email]);
  });
});

describe('a share with a group', () => {
  it('is for groups that its maker is in', async () => {
    const { world, shares, id, groupId, codeOf } = await withLibrary();
    const other = world.rooms.sharing.departments.createGroup(BERT, { name: 'Band' }).id;
    const to = (group: number) =>
      codeOf(() => shares.shareWithGroup(ANNA, id, { ...RIGHTS, groupId: group }));
    expect(await to(other)).toBe('permission-denied');
    expect(await to(99)).toBe('group-not-found');
    shares.shareWithGroup(ANNA, id, { ...RIGHTS, groupId });
    expect(world.libraries.find(BERT, id).permission).toBe('rw');
    expect(await to(groupId)).toBe('share-exists');
    const several = shares.shareWithGroups(ANNA, id, { ...RIGHTS, groupIds: [null, 99] });
    expect(several.refused.map(({ error }) => error.code)).toEqual(['argument-invalid', 'group-not-found']);
  });

  it('is ended by who made it or by who runs the group, not by its other members', async () => {
    const { world, shares, id, groupId, codeOf } = await withLibrary();
    shares.shareWithGroup(ANNA, id, { ...RIGHTS, groupId });
    expect(await codeOf(() => shares.endGroupShare(BERT, id, groupId))).toBe('permission-denied');
    world.rooms.sharing.departments.setMemberRole(ANNA, groupId, { email: BERT.email, role: 'admin' });
    shares.endGroupShare(BERT, id, groupId);
    expect(shares.isSharedOut(id)).toBe(false);
  });
});
