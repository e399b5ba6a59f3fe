import { describe, expect, it } from 'vitest';
import { TOP_DEPARTMENT } from '../../../../src-main/core/access/group.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

const RIGHTS = { permission: 'rw', isAdmin: false } as const;

/** A group of Anna's, and a department that Bert runs. */
async function withGroups() {
  const world = await libraryWorld();
  const { departments, groupLibraries } = world;
  const group = departments.createGroup(ANNA, { name: 'Choir' }).id;
  const wanted = { name: 'Sales', parentGroupId: TOP_DEPARTMENT, adminEmail: BERT.email };
  const department = departments.createDepartment(ADMIN, wanted).id;
  const codeOf = async (work: () => unknown) => (await refusalOf(work)).code;
  return { world, departments, groupLibraries, group, department, codeOf };
}

describe('the libraries that a group is given', () => {
  it('are listed and made by its members alone', async () => {
    const { departments, groupLibraries, group, codeOf } = await withGroups();
    const made = { name: 'Songs', rights: RIGHTS };
    expect(await codeOf(() => groupLibraries.list(BERT, group))).toBe('permission-denied');
    expect(await codeOf(() => groupLibraries.list(ADMIN, group))).toBe('permission-denied');
    expect(await codeOf(() => groupLibraries.createGiven(BERT, group, made))).toBe('permission-denied');
    const { view } = await groupLibraries.createGiven(ANNA, group, made);
    departments.addMember(ANNA, group, { email: BERT.email });
    expect(groupLibraries.list(BERT, group).map((listed) => listed.view.library.id)).toEqual([
      view.library.id,
    ]);
    groupLibraries.endGiven(ANNA, group, view.library.id);
    expect(groupLibraries.list(BERT, group)).toEqual([]);
  });
});

describe('the libraries of a department', () => {
  it('are made, renamed and removed by who runs it', async () => {
    const { departments, groupLibraries, department, codeOf } = await withGroups();
    departments.addMember(ADMIN, department, { email: ANNA.email });
    expect(await codeOf(() => groupLibraries.createOwned(ANNA, department, { name: 'Plans' }))).toBe(
      'permission-denied',
    );
    const { library } = await groupLibraries.createOwned(BERT, department, { name: 'Plans' });
    expect(library.owner).toEqual({ kind: 'department', groupId: department });
    const { id } = library;
    const rename = { id, name: 'Prices' };
    expect(await codeOf(() => groupLibraries.renameOwned(ANNA, department, rename))).toBe(
      'permission-denied',
    );
    expect((await groupLibraries.renameOwned(BERT, department, rename)).library.name).toBe('Prices');
    expect(await codeOf(() => groupLibraries.removeOwned(ANNA, department, id))).toBe('permission-denied');
    await groupLibraries.removeOwned(BERT, department, id);
    expect(groupLibraries.administered(ADMIN, department)).toEqual([]);
  });

  it('are not those of others, nor of a group that is no department', async () => {
    const { world, groupLibraries, group, department, codeOf } = await withGroups();
    const id = await world.addLibrary();
    expect(await codeOf(() => groupLibraries.removeOwned(BERT, department, id))).toBe('library-not-found');
    expect(await codeOf(() => groupLibraries.createOwned(ANNA, group, { name: 'Plans' }))).toBe(
      'group-not-found',
    );
    expect(await codeOf(() => groupLibraries.administered(BERT, department))).toBe('permission-denied');
    expect(await codeOf(() => groupLibraries.administered(ADMIN, 99))).toBe('group-not-found');
  });
});
