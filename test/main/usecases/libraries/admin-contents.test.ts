import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, libraryWorld } from '../../../support/library-world.ts';

describe('what administrators do inside libraries', () => {
  it('is seen in the history under their name', async () => {
    const { adminContents, addLibrary, history } = await libraryWorld();
    const id = await addLibrary();
    await adminContents.make(ADMIN, id, { kind: 'dir', folder: '/', name: 'New' });
    await adminContents.remove(ADMIN, id, '/New');
    const { commits } = history.page(ANNA, id, { page: 1, perPage: 10 });
    expect(commits.map(({ authorEmail }) => authorEmail)).toEqual([ADMIN.email, ADMIN.email, ANNA.email]);
  });

  it('shows folders and items, and links files', async () => {
    const { adminContents, addLibrary, commit, put, downloads } = await libraryWorld();
    const id = await addLibrary('Papers');
    await commit(id, await put(id, '/d/a.txt', 'hello'));
    const { library, listing } = await adminContents.list(ADMIN, id, '/d');
    expect(library.name).toBe('Papers');
    expect(listing.dirents).toMatchObject([{ kind: 'file', name: 'a.txt', sizeBytes: 5 }]);
    expect(await adminContents.entry(ADMIN, id, '/d')).toMatchObject({ kind: 'dir', name: 'd' });
    const { token } = await adminContents.link(ADMIN, id, '/d/a.txt');
    expect((await downloads.open(token)).file.name).toBe('a.txt');
  });

  it('minds no item that is gone already', async () => {
    const { adminContents, addLibrary, libraries } = await libraryWorld();
    const id = await addLibrary();
    await adminContents.remove(ADMIN, id, '/none');
    expect(libraries.find(ANNA, id).library.headSeq).toBe(1);
  });

  it('is for administrators, not even for the owner otherwise', async () => {
    const { adminContents, addLibrary } = await libraryWorld();
    const id = await addLibrary();
    const verbs = [
      () => adminContents.list(ANNA, id, '/'),
      () => adminContents.entry(ANNA, id, '/'),
      () => adminContents.link(ANNA, id, '/'),
      () => adminContents.make(ANNA, id, { kind: 'dir', folder: '/', name: 'New' }),
      () => adminContents.remove(ANNA, id, '/New'),
    ];
    for (const verb of verbs) expect(await refusalOf(verb)).toMatchObject({ code: 'permission-denied' });
  });
});
