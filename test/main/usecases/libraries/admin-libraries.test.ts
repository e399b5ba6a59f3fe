import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

const UNKNOWN = '00000000-0000-4000-8000-00000000ffff' as LibraryId;

describe('administration of libraries', () => {
  it('is for administrators, who need no part in a library', async () => {
    const { adminLibraries, addLibrary } = await libraryWorld();
    const id = await addLibrary();
    const page = { page: 1, perPage: 10 };
    const verbs = [
      () => adminLibraries.list(ANNA, { ...page, order: 'updated' }),
      () => adminLibraries.search(ANNA, 'x', page),
      () => adminLibraries.filter(ANNA, {}),
      () => adminLibraries.find(ANNA, id),
      () => adminLibraries.create(ANNA, { name: 'X' }),
      () => adminLibraries.update(ANNA, id, { name: 'X' }),
      () => adminLibraries.remove(ANNA, id),
      () => adminLibraries.retention(ANNA, id),
      () => adminLibraries.setRetention(ANNA, id, 1),
    ];
    for (const verb of verbs) expect(await refusalOf(verb)).toMatchObject({ code: 'permission-denied' });
    expect(adminLibraries.find(ADMIN, id)).toMatchObject({ isOwner: false, isManager: true });
  });

  it('lists page by page, and knows exactly whether there is a next one', async () => {
    const { adminLibraries, addLibrary, clock } = await libraryWorld();
    for (const name of ['a', 'b', 'c', 'd']) {
      await addLibrary(name);
      clock.advance(10);
    }
    const list = (page: number) => {
      const found = adminLibraries.list(ADMIN, { page, perPage: 2, order: 'updated' });
      return [found.libraries.map(({ library }) => library.name), found.hasNextPage];
    };
    expect([list(1), list(2), list(3)]).toEqual([
      [['d', 'c'], true],
      [['b', 'a'], false],
      [[], false],
    ]);
  });

  it('lists by size and by number of files', async () => {
    const { adminLibraries, addLibrary, commit, put } = await libraryWorld();
    const [few, many] = [await addLibrary('few and large'), await addLibrary('many and small')];
    await commit(few, await put(few, '/a', 'x'.repeat(100)));
    await commit(many, await put(many, '/a', 'x'), await put(many, '/b', 'x'));
    const first = (order: 'size' | 'file-count') =>
      adminLibraries.list(ADMIN, { page: 1, perPage: 1, order }).libraries[0]?.library.name;
    expect(first('size')).toBe('few and large');
    expect(first('file-count')).toBe('many and small');
  });

  it('finds by part of the name in any letter case, or by the beginning of the id', async () => {
    const { adminLibraries, addLibrary } = await libraryWorld();
    const id = await addLibrary('Übung');
    await addLibrary('Other');
    const found = (query: string) =>
      adminLibraries.search(ADMIN, query, null).libraries.map(({ library }) => library.id);
    expect(found('BUN')).toEqual([id]);
    expect(found('übung')).toEqual([id]);
    expect(found(id.toUpperCase())).toEqual([id]);
    expect(found(id.slice(9))).toEqual([]);
    expect(found('%')).toEqual([]);
  });

  it('filters by owner, by part of the name, or both, letter case counting', async () => {
    const { adminLibraries, libraries, addLibrary } = await libraryWorld();
    await addLibrary('Papers');
    await addLibrary('Photos');
    await libraries.create(BERT, { name: 'Papers of Bert' });
    const owner = { kind: 'user', email: ANNA.email } as const;
    const names = (filter: Parameters<typeof adminLibraries.filter>[1]) =>
      adminLibraries
        .filter(ADMIN, filter)
        .map(({ library }) => library.name)
        .sort();
    expect(names({ owner })).toEqual(['Papers', 'Photos']);
    expect(names({ nameContains: 'Papers' })).toEqual(['Papers', 'Papers of Bert']);
    expect(names({ owner, nameContains: 'Papers' })).toEqual(['Papers']);
    expect(names({ nameContains: 'papers' })).toEqual([]);
  });

  it('makes libraries for others', async () => {
    const { adminLibraries, libraries } = await libraryWorld();
    const owner = { kind: 'user', email: BERT.email } as const;
    const { library } = await adminLibraries.create(ADMIN, { name: 'For Bert', owner });
    expect(libraries.find(BERT, library.id)).toMatchObject({ isOwner: true });
    const own = await adminLibraries.create(ADMIN, { name: 'Own' });
    expect(own.library.owner).toEqual({ kind: 'user', email: ADMIN.email });
  });

  it('deletes to where libraries can be restored from, and an unknown id without a word', async () => {
    const { adminLibraries, deletedLibraries, addLibrary } = await libraryWorld();
    await adminLibraries.remove(ADMIN, await addLibrary('Papers'));
    await adminLibraries.remove(ADMIN, UNKNOWN);
    expect(deletedLibraries.listOwn(ANNA)).toHaveLength(1);
  });
});

describe('an update of several fields', () => {
  it('applies status, name and owner together', async () => {
    const { adminLibraries, syncTokens, libraries } = await libraryWorld();
    const { view, syncToken } = await libraries.create(ANNA, { name: 'Papers' });
    const owner = { kind: 'user', email: BERT.email } as const;
    const change = { status: 'read-only', name: 'Letters', owner } as const;
    const updated = await adminLibraries.update(ADMIN, view.library.id, change);
    expect(updated).toMatchObject({
      permission: 'r',
      library: { status: 'read-only', name: 'Letters', owner, headSeq: 2, modifierEmail: ADMIN.email },
    });
    expect(syncTokens.find(syncToken)).toBe(null);
  });

  it.each([
    ['the name', { status: 'read-only', name: 'a/b' }, 'name-invalid'],
    [
      'a new owner who does not exist',
      { status: 'read-only', name: 'Letters', owner: { kind: 'user', email: 'who@example.com' } },
      'user-not-found',
    ],
    [
      'the owner, who has it already',
      { status: 'read-only', name: 'Letters', owner: { kind: 'user', email: ANNA.email } },
      'transfer-to-owner',
    ],
  ] as const)('changes nothing when it is refused for %s', async (_what, change, code) => {
    const { adminLibraries, addLibrary } = await libraryWorld();
    const id = await addLibrary('Papers');
    expect(await refusalOf(() => adminLibraries.update(ADMIN, id, change))).toMatchObject({ code });
    expect(adminLibraries.find(ADMIN, id).library).toMatchObject({
      ...{ status: 'normal', name: 'Papers', headSeq: 1 },
    });
  });

  it('makes a read-only library writable again', async () => {
    const { adminLibraries, addLibrary, libraries } = await libraryWorld();
    const id = await addLibrary();
    await adminLibraries.update(ADMIN, id, { status: 'read-only' });
    expect(libraries.find(ANNA, id).permission).toBe('r');
    await adminLibraries.update(ADMIN, id, { status: 'normal' });
    expect(libraries.find(ANNA, id).permission).toBe('rw');
  });
});
