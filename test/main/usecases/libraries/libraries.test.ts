import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { LibraryKind } from '../../../../src-main/usecases/libraries/library-listing.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, BERT, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';

const CLIENT_ID = '11111111-1111-4111-8111-111111111111' as LibraryId;
const UNKNOWN = '00000000-0000-4000-8000-00000000ffff' as LibraryId;
const CENTURY = 36_500;

const ENCRYPTION = {
  version: 2,
  magic: 'a'.repeat(64),
  randomKey: 'b'.repeat(96),
  salt: '',
  passwordHash: null,
} as const;

function namesOf(world: LibraryWorld, kinds: LibraryKind[], nameContains?: string): string[] {
  const request = { kinds: new Set(kinds), ...(nameContains === undefined ? {} : { nameContains }) };
  return world.libraries.list(ANNA, request).map(({ library }) => library.name);
}

/** A department that Anna administers and Bert is in. */
function addOffice({ departments }: LibraryWorld): number {
  const { id } = departments.createDepartment(ADMIN, {
    name: 'Office',
    parentGroupId: -1,
    adminEmail: ANNA.email,
  });
  departments.addMember(ADMIN, id, { email: BERT.email });
  return id;
}

describe('the list of libraries', () => {
  it('has own libraries first, then those of departments, last changed first in each', async () => {
    const world = await libraryWorld();
    const owner = { kind: 'department', groupId: addOffice(world) } as const;
    for (const name of ['Old', 'New']) {
      await world.addLibrary(name);
      await world.libraries.create(ANNA, { name: `${name} shared`, owner });
      world.clock.advance(10);
    }
    await world.libraries.create(BERT, { name: 'Of Bert' });
    expect(namesOf(world, ['mine', 'shared', 'group', 'org'])).toEqual([
      'New',
      'Old',
      'New shared',
      'Old shared',
    ]);
    expect(namesOf(world, ['mine'])).toEqual(['New', 'Old']);
    expect(namesOf(world, ['group'])).toEqual(['New shared', 'Old shared']);
    expect(namesOf(world, ['shared', 'org'])).toEqual([]);
  });

  it('is narrowed by a part of the name in any letter case', async () => {
    const world = await libraryWorld();
    for (const name of ['ÜBUNG', 'übungen', 'Other']) await world.addLibrary(name);
    expect(namesOf(world, ['mine'], 'Übung').sort()).toEqual(['ÜBUNG', 'übungen']);
    expect(namesOf(world, ['mine'], '%')).toEqual([]);
  });
});

describe('a new library', () => {
  it('belongs to who made it and starts with one commit, kept for ever', async () => {
    const world = await libraryWorld();
    const { view, syncToken } = await world.libraries.create(ANNA, { name: 'Papers', description: 'All' });
    expect(view).toMatchObject({ permission: 'rw', isOwner: true, isManager: true, ownerName: 'anna' });
    expect(view.library).toMatchObject({
      ...{ name: 'Papers', description: 'All', owner: { kind: 'user', email: 'anna@example.com' } },
      ...{ headSeq: 1, sizeBytes: 0, fileCount: 0, keepDays: -1, status: 'normal', encryption: null },
      ...{ createdAtSeconds: 1_714_564_800, updatedAtSeconds: 1_714_564_800 },
    });
    expect(world.syncTokens.find(syncToken)).toMatchObject({ libraryId: view.library.id, email: ANNA.email });
    expect(world.events).toContainEqual({ type: 'libraries' });
  });

  it.each(['', '  ', 'a/b', '..'])('is not called %j', async (name) => {
    const { libraries } = await libraryWorld();
    expect(await refusalOf(() => libraries.create(ANNA, { name }))).toMatchObject({ code: 'name-invalid' });
  });

  it('is encrypted for a password, and for none when it is empty', async () => {
    const { libraries } = await libraryWorld();
    const secret = await libraries.create(ANNA, { name: 'Secret', password: 'long enough' });
    expect(secret.view.library.encryption).toMatchObject({
      version: 2,
      magic: expect.stringMatching(/^[0-9a-f]{64}$/),
      randomKey: expect.stringMatching(/^[0-9a-f]{96}$/),
      salt: '',
    });
    const open = await libraries.create(ANNA, { name: 'Open', password: '' });
    expect(open.view.library.encryption).toBe(null);
  });

  it('takes the id and key material that a client made, once', async () => {
    const { libraries, deletedLibraries } = await libraryWorld();
    const client = { libraryId: CLIENT_ID, encryption: ENCRYPTION };
    const make = () => libraries.create(ANNA, { name: 'Secret', client });
    expect((await make()).view.library).toMatchObject({ id: CLIENT_ID, encryption: ENCRYPTION });
    expect(await refusalOf(make)).toMatchObject({ code: 'library-exists' });
    await libraries.remove(ANNA, CLIENT_ID);
    expect(await refusalOf(make)).toMatchObject({ code: 'library-exists' });
    await deletedLibraries.purge(ANNA, CLIENT_ID);
    expect(await refusalOf(make)).toMatchObject({ code: 'library-exists' });
  });

  it('is made for owners that exist only', async () => {
    const { libraries } = await libraryWorld();
    const nobody = { kind: 'user', email: 'who@example.com' } as const;
    const nowhere = { kind: 'department', groupId: 99 } as const;
    const make = (owner: typeof nobody | typeof nowhere) => () =>
      libraries.create(ANNA, { name: 'X', owner });
    expect(await refusalOf(make(nobody))).toMatchObject({ code: 'user-not-found' });
    expect(await refusalOf(make(nowhere))).toMatchObject({ code: 'group-not-found' });
  });
});

describe('renaming', () => {
  it('is a commit of its own and keeps the description that nobody mentions', async () => {
    const { libraries, history } = await libraryWorld();
    const { view } = await libraries.create(ANNA, { name: 'Papers', description: 'All' });
    await libraries.rename(ANNA, view.library.id, { name: 'Letters' });
    expect(libraries.find(ANNA, view.library.id).library).toMatchObject({
      ...{ name: 'Letters', description: 'All', headSeq: 2, rootId: view.library.rootId },
    });
    const { commits } = history.page(ANNA, view.library.id, { page: 1, perPage: 1 });
    expect(commits[0]).toMatchObject({ description: 'Changed library name or description' });
  });

  it.each([true, false])('was asked about, as all that the caller does: %s', async (asksFirst) => {
    const { libraries, changeLibrary } = await libraryWorld();
    const { view } = await libraries.create(ANNA, { name: 'Papers' });
    await libraries.rename({ ...ANNA, asksFirst }, view.library.id, { name: 'Letters' });
    const { headId } = libraries.find(ANNA, view.library.id).library;
    expect(changeLibrary.wasAskedFirst(headId)).toBe(asksFirst);
  });
});

describe('deleting', () => {
  it('ends every sync token of the library and puts it on record', async () => {
    const world = await libraryWorld();
    const { view, syncToken } = await world.libraries.create(ANNA, { name: 'Papers' });
    await world.libraries.remove(ANNA, view.library.id);
    expect(world.syncTokens.find(syncToken)).toBe(null);
    expect(world.deletedLibraries.listOwn(ANNA).map(({ library }) => library.name)).toEqual(['Papers']);
    expect(world.events.at(-1)).toEqual({ type: 'libraries' });
  });

  it('of a user takes all that is theirs and nothing of a department', async () => {
    const world = await libraryWorld();
    const owner = { kind: 'department', groupId: addOffice(world) } as const;
    for (const name of ['One', 'Two']) await world.addLibrary(name);
    await world.libraries.create(ANNA, { name: 'Shared', owner });
    await world.libraries.ensureDefaultLibrary(ANNA);
    await world.libraries.discardOwnedBy(ANNA.email);
    expect(namesOf(world, ['mine', 'group'])).toEqual(['Shared']);
    expect(world.deletedLibraries.listOwn(ANNA)).toHaveLength(3);
    expect(world.libraries.defaultLibrary(ANNA)).toBe(null);
  });

  it('of what is gone already is no work', async () => {
    const { libraries, events } = await libraryWorld();
    await libraries.discard(UNKNOWN);
    expect(events).toEqual([]);
  });
});

describe('giving a library away', () => {
  it('leaves the one before without a way in, sync tokens included', async () => {
    const world = await libraryWorld();
    const { view, syncToken } = await world.libraries.create(ANNA, { name: 'Papers' });
    await world.libraries.transfer(ANNA, view.library.id, { owner: { kind: 'user', email: BERT.email } });
    expect(world.syncTokens.find(syncToken)).toBe(null);
    expect(() => world.libraries.find(ANNA, view.library.id)).toThrow('permission-denied');
    expect(world.libraries.find(BERT, view.library.id)).toMatchObject({ isOwner: true });
  });

  it('to a department needs an administrator of it', async () => {
    const world = await libraryWorld();
    const owner = { kind: 'department', groupId: addOffice(world) } as const;
    const id = await world.addLibrary();
    const { view } = await world.libraries.create(BERT, { name: 'Of Bert' });
    await world.libraries.transfer(ANNA, id, { owner });
    expect(world.libraries.owner(ANNA, id)).toEqual(owner);
    expect(() => world.libraries.transfer(BERT, view.library.id, { owner })).toThrow('not-department-admin');
  });

  it('says what is wrong in a fixed order: library, new owner, right, same owner', async () => {
    const { libraries, addLibrary } = await libraryWorld();
    const id = await addLibrary();
    const to = (email: string) => ({ owner: { kind: 'user', email } }) as const;
    expect(() => libraries.transfer(BERT, UNKNOWN, to('who@example.com'))).toThrow('library-not-found');
    expect(() => libraries.transfer(BERT, id, to('who@example.com'))).toThrow('user-not-found');
    expect(() => libraries.transfer(BERT, id, to(ANNA.email))).toThrow('permission-denied');
    expect(() => libraries.transfer(ANNA, id, to(ANNA.email))).toThrow('transfer-to-owner');
  });
});

describe('the owner of a library', () => {
  it('is told to its managers and to administrators', async () => {
    const { libraries, addLibrary } = await libraryWorld();
    const id = await addLibrary();
    const owner = { kind: 'user', email: 'anna@example.com' };
    expect(libraries.owner(ANNA, id)).toEqual(owner);
    expect(libraries.owner(ADMIN, id)).toEqual(owner);
    expect(() => libraries.owner(BERT, id)).toThrow('permission-denied');
  });
});

describe('retention', () => {
  it.each([
    [0, 0],
    [30, 30],
    [CENTURY, CENTURY],
    [-1, -1],
    [-20, -1],
  ])('of %i days means %i', async (wanted, effective) => {
    const { libraries, addLibrary } = await libraryWorld();
    const id = await addLibrary();
    expect(libraries.setRetention(ANNA, id, wanted)).toBe(effective);
    expect(libraries.retention(ANNA, id)).toBe(effective);
  });

  it('is a century at most', async () => {
    const { libraries, addLibrary } = await libraryWorld();
    const id = await addLibrary();
    expect(() => libraries.setRetention(ANNA, id, CENTURY + 1)).toThrow('argument-invalid');
  });
});

describe('the default library', () => {
  it('is made once for each user, and again when it was deleted', async () => {
    const { libraries } = await libraryWorld();
    expect(libraries.defaultLibrary(ANNA)).toBe(null);
    const first = await libraries.ensureDefaultLibrary(ANNA);
    expect(await libraries.ensureDefaultLibrary(ANNA)).toBe(first);
    expect(libraries.find(ANNA, first).library.name).toBe('My Library');
    expect(libraries.defaultLibrary(BERT)).toBe(null);
    await libraries.remove(ANNA, first);
    expect(libraries.defaultLibrary(ANNA)).toBe(null);
    const second = await libraries.ensureDefaultLibrary(ANNA);
    expect(second).not.toBe(first);
    expect(libraries.defaultLibrary(ANNA)).toBe(second);
  });
});
