import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../src-main/core/access/caller.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { FOLDER_LIBRARIES_MAX, FOLDER_LIBRARIES_OF_READER_MAX } from '../../../../src-main/core/limits.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

const R = { permission: 'r', isAdmin: false } as const;
const RW = { permission: 'rw', isAdmin: false } as const;
const ADMIN_SHARE = { permission: 'rw', isAdmin: true } as const;

/** A library of Anna's with `/work/deep/note.txt` and `/private/diary.txt`. */
async function world() {
  const made = await libraryWorld();
  const id = await made.addLibrary();
  await made.commit(
    id,
    await made.put(id, '/work/deep/note.txt', 'note'),
    await made.put(id, '/private/diary.txt', 'diary'),
  );
  const { folderLibraries, shares } = made;
  return {
    ...made,
    id,
    open: (caller: Caller, path: string, name = path.slice(path.lastIndexOf('/') + 1)) =>
      folderLibraries.open(caller, id, { path, name }),
    give: async (path: string, rights: typeof R | typeof RW | typeof ADMIN_SHARE, of: LibraryId = id) => {
      const folder = await folderLibraries.toShare(ANNA, of, path);
      shares.shareWithUser(ANNA, folder, { email: BERT.email, ...rights });
      return folder;
    },
    accessOf: (caller: Caller, library: LibraryId) => {
      const { permission, canShare, isManager } = made.access.readable(caller, library);
      return { permission, canShare, isManager };
    },
  };
}

const codeOf = async (work: () => unknown) => (await refusalOf(work))?.code;

describe('who has a folder', () => {
  it('is its owner, and who was given it; nobody gets anything of the library around it', async () => {
    const { id, give, accessOf, access } = await world();
    const work = await give('/work', R);
    expect(accessOf(ANNA, work)).toEqual({ permission: 'rw', canShare: true, isManager: true });
    expect(accessOf(BERT, work)).toEqual({ permission: 'r', canShare: false, isManager: false });
    expect(await codeOf(() => access.readable(BERT, id))).toBe('permission-denied');
  });

  it('is also who has the library around it, as far as the folder was not given by itself', async () => {
    const { id, give, open, accessOf, shares } = await world();
    shares.shareWithUser(ANNA, id, { email: BERT.email, ...R });
    const work = await open(BERT, '/work');
    expect(accessOf(BERT, work)).toMatchObject({ permission: 'r' });
    await give('/work', RW);
    expect(accessOf(BERT, work)).toMatchObject({ permission: 'rw' });
  });

  it('is who has a folder around it; the nearest decides', async () => {
    const { open, give, accessOf, shares } = await world();
    const work = await give('/work', RW);
    const deep = await open(ANNA, '/work/deep');
    expect(accessOf(BERT, deep)).toMatchObject({ permission: 'rw' });
    await give('/work/deep', R);
    expect(accessOf(BERT, deep)).toMatchObject({ permission: 'r' });
    shares.endUserShare(ANNA, deep, BERT.email);
    shares.endUserShare(ANNA, work, BERT.email);
    expect(await codeOf(() => accessOf(BERT, deep))).toBe('permission-denied');
  });

  it('may share what is in it, where that was given along', async () => {
    const { give, folderLibraries } = await world();
    const work = await give('/work', ADMIN_SHARE);
    const deep = await folderLibraries.toShare(BERT, work, '/deep');
    expect(await folderLibraries.find(ANNA, work, '/deep')).toBe(deep);
  });

  it('loses the sync tokens of all folders in it when a share ends', async () => {
    const { open, give, shares, libraries, stores } = await world();
    const work = await give('/work', RW);
    const deep = await open(ANNA, '/work/deep');
    for (const id of [work, deep]) libraries.issueSyncToken(BERT, id);
    expect(stores.syncTokenTable.holdersOf(deep)).toHaveLength(1);
    shares.endUserShare(ANNA, work, BERT.email);
    expect([work, deep].flatMap((id) => stores.syncTokenTable.holdersOf(id))).toEqual([]);
  });

  it('does not change with a rename, and ends with the folder', async () => {
    const { id, give, commit, accessOf } = await world();
    const work = await give('/work', RW);
    await commit(id, { op: 'move', from: '/work', to: '/private/work' });
    expect(accessOf(BERT, work)).toMatchObject({ permission: 'rw' });
    await commit(id, { op: 'remove', path: '/private/work' });
    expect(await codeOf(() => accessOf(BERT, work))).toBe('library-not-found');
  });
});

describe('the library of a folder', () => {
  it('is called as asked by those who may share it, else like the folder', async () => {
    const { id, open, shares, stores } = await world();
    shares.shareWithUser(ANNA, id, { email: BERT.email, ...R });
    expect(stores.libraryTable.find(await open(ANNA, '/work', 'For Bert'))?.name).toBe('For Bert');
    expect(stores.libraryTable.find(await open(BERT, '/private', 'Trust me'))?.name).toBe('private');
  });

  it('is called like its folder as far as a library can be', async () => {
    const { id, commit, put, folderLibraries, stores } = await world();
    await commit(id, await put(id, '/back\\slash\u202e/f', 'f'), await put(id, '/  /f', 'f'));
    const nameOf = async (path: string) =>
      stores.libraryTable.find(await folderLibraries.toShare(ANNA, id, path))?.name;
    expect(await nameOf('/back\\slash\u202e')).toBe('back_slash_');
    expect(await nameOf('/  ')).toBe('_');
  });

  it('is not made of what is no folder, nor by strangers', async () => {
    const { open, folderLibraries, id } = await world();
    expect(await codeOf(() => open(ANNA, '/', 'all'))).toBe('path-invalid');
    expect(await codeOf(() => open(ANNA, '/work/deep/note.txt', 'note'))).toBe('not-a-folder');
    expect(await codeOf(() => open(ANNA, '/work', '  '))).toBe('name-invalid');
    expect(await codeOf(() => open(BERT, '/work'))).toBe('permission-denied');
    expect(await codeOf(() => folderLibraries.toShare(BERT, id, '/work'))).toBe('permission-denied');
    expect(await folderLibraries.find(ANNA, id, '/work')).toBeNull();
  });

  it('is handed over, and closed, with the library around it', async () => {
    const { id, give, libraries, deletedLibraries, accessOf } = await world();
    const work = await give('/work', R);
    await libraries.remove(ANNA, id);
    await deletedLibraries.restore(ANNA, id);
    expect(await codeOf(() => accessOf(BERT, work))).toBe('permission-denied');
    await libraries.transfer(ANNA, id, { owner: { kind: 'user', email: BERT.email } });
    expect(accessOf(BERT, work)).toMatchObject({ isManager: true });
    expect(await codeOf(() => accessOf(ANNA, work))).toBe('permission-denied');
  });

  it('comes back with its shares where a person takes a deletion back', async () => {
    const { id, give, libraries, deletedLibraries, accessOf } = await world();
    const work = await give('/work', R);
    await libraries.remove(ANNA, id);
    await deletedLibraries.restore(ANNA, id, { keepsShares: true });
    expect(accessOf(BERT, work)).toMatchObject({ permission: 'r' });
  });

  it('is not made without end: by readers a few, ended ones give way', async () => {
    const { id, open, shares, commit, put, stores } = await world();
    shares.shareWithUser(ANNA, id, { email: BERT.email, ...R });
    const file = await put(id, '/f', 'f');
    const paths = Array.from({ length: FOLDER_LIBRARIES_MAX }, (_, at) => `/many/${at}`);
    await commit(id, ...paths.map((path) => ({ ...file, path: `${path}/f` }) as typeof file));
    for (const path of paths.slice(0, FOLDER_LIBRARIES_OF_READER_MAX)) await open(BERT, path, 'x');
    expect(await refusalOf(() => open(BERT, '/work'))).toMatchObject({
      code: 'argument-invalid',
      detail: { reason: 'too-many' },
    });
    for (const path of paths) await open(ANNA, path, 'x');
    expect(await codeOf(() => open(ANNA, '/work'))).toBe('argument-invalid');
    await commit(id, { op: 'remove', path: '/many/7' });
    await open(ANNA, '/work');
    expect(stores.folderLibraryTable.of(id)).toHaveLength(FOLDER_LIBRARIES_MAX);
    expect(stores.folderLibraryTable.of(id).some(({ isEnded }) => isEnded)).toBe(false);
  });
});
