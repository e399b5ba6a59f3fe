import { describe, expect, it } from 'vitest';
import { TOP_DEPARTMENT } from '../../../../src-main/core/access/group.ts';
import type { LibraryKind } from '../../../../src-main/usecases/libraries/library-listing.ts';
import { ADMIN, ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

const ALL: ReadonlySet<LibraryKind> = new Set(['mine', 'shared', 'group', 'org']);

/** Bert's own library, one that Anna shares with him, and one of a department that he is in. */
async function threeWays() {
  const world = await libraryWorld();
  const shared = await world.addLibrary('Papers');
  const options = { email: BERT.email, permission: 'r', isAdmin: false } as const;
  world.shares.shareWithUser(ANNA, shared, options);
  const own = (await world.libraries.create(BERT, { name: 'Own' })).view.library.id;
  const { id: groupId } = world.departments.createDepartment(ADMIN, {
    ...{ name: 'Science', parentGroupId: TOP_DEPARTMENT },
  });
  world.departments.addMember(ADMIN, groupId, { email: BERT.email });
  const owner = { kind: 'department', groupId } as const;
  const given = (await world.adminLibraries.create(ADMIN, { name: 'Plans', owner })).library.id;
  const places = (kinds = ALL, nameContains = '') => world.listing.places(BERT, { kinds, nameContains });
  return { ...world, own, shared, given, groupId, places };
}

describe('the libraries that somebody sees', () => {
  it('are their own, those shared with them, and those of their groups, in this order', async () => {
    const { own, shared, given, places } = await threeWays();
    expect(places().map(({ view, place }) => [view.library.id, place.kind])).toEqual([
      [own, 'mine'],
      [shared, 'shared'],
      [given, 'group'],
    ]);
    expect(places(new Set(['shared'])).map(({ view }) => view.library.id)).toEqual([shared]);
  });

  it('say which department a library is of', async () => {
    const { groupId, places } = await threeWays();
    expect(places(new Set(['group']))[0]?.place).toMatchObject({
      group: { id: groupId, name: 'Science' },
      sharer: { id: { kind: 'department', groupId }, name: 'Science', contactEmail: '' },
    });
  });

  it('are found by a part of the name, in any letter case', async () => {
    const { given, places } = await threeWays();
    expect(places(ALL, 'PLAN').map(({ view }) => view.library.id)).toEqual([given]);
  });

  it('stand at each of their places, and once in the plain list', async () => {
    const { departments, shares, listing, shared, groupId, places } = await threeWays();
    departments.addMember(ADMIN, groupId, { email: ANNA.email });
    shares.shareWithGroup(ANNA, shared, { groupId, permission: 'r', isAdmin: false });
    const count = (ids: readonly string[]) => ids.filter((id) => id === shared).length;
    expect(count(places().map(({ view }) => view.library.id))).toBe(2);
    expect(count(listing.list(BERT, { kinds: ALL }).map(({ library }) => library.id))).toBe(1);
  });

  it('are those that exist, and that they still reach', async () => {
    const { libraries, departments, shared, own, groupId, places } = await threeWays();
    await libraries.remove(ANNA, shared);
    departments.removeMember(ADMIN, groupId, BERT.email);
    expect(places().map(({ view }) => view.library.id)).toEqual([own]);
  });
});
