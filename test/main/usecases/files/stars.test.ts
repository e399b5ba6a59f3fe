import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

async function starWorld() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  await world.commit(id, await world.put(id, '/docs/a.txt', 'one'), await world.put(id, '/b.txt', 'two'));
  const shown = async (caller = ANNA) =>
    (await world.stars.list(caller)).map(({ path, now }) => (now === null ? `${path} gone` : path));
  return { ...world, id, shown };
}

describe('stars', () => {
  it('are listed libraries first, then folders, then files', async () => {
    const { stars, shown, id } = await starWorld();
    for (const path of ['/b.txt', '/docs', '/', '/docs/a.txt', '/b.txt']) await stars.add(ANNA, id, path);
    expect(await shown()).toEqual(['/', '/docs', '/b.txt', '/docs/a.txt']);
    expect(await stars.list(ANNA)).toMatchObject([
      { name: 'Papers', isDir: true },
      { name: 'docs', isDir: true },
      { name: 'b.txt', isDir: false, now: { sizeBytes: 3 } },
      { name: 'a.txt', isDir: false, now: { sizeBytes: 3 } },
    ]);
    expect([...stars.pathsIn(ANNA, id)]).toEqual(['/', '/b.txt', '/docs', '/docs/a.txt']);
  });

  it('belong to one person', async () => {
    const { stars, shown, id, stores } = await starWorld();
    await stars.add(ANNA, id, '/b.txt');
    const share = { libraryId: id, email: BERT.email, isAdmin: false, sharedBy: ANNA.email };
    stores.shareTable.putUser({ ...share, permission: 'r' });
    expect(await shown(BERT)).toEqual([]);
    await stars.add(BERT, id, '/docs');
    stars.remove(BERT, id, '/b.txt');
    expect(await shown()).toEqual(['/b.txt']);
    expect(await shown(BERT)).toEqual(['/docs']);
  });

  it('stay on what is gone, and are hidden while the library is out of reach', async () => {
    const { stars, shown, id, commit, libraries, deletedLibraries, stores } = await starWorld();
    await stars.add(ANNA, id, '/b.txt');
    await stars.add(ANNA, id, '/docs');
    await commit(id, { op: 'remove', path: '/b.txt' });
    expect(await shown()).toEqual(['/docs', '/b.txt gone']);
    stores.libraryTable.setOwner(id, { kind: 'user', email: BERT.email });
    expect(await shown()).toEqual([]);
    stores.libraryTable.setOwner(id, { kind: 'user', email: ANNA.email });
    await libraries.remove(ANNA, id);
    expect(await shown()).toEqual([]);
    await deletedLibraries.restore(ANNA, id);
    expect(await shown()).toEqual(['/docs', '/b.txt gone']);
  });

  it('go with the library and with the person', async () => {
    const { stars, id, db, libraries, deletedLibraries, accounts, addLibrary, stores } = await starWorld();
    const count = () => db.prepare('SELECT count(*) FROM stars').pluck().get();
    await stars.add(ANNA, id, '/');
    const other = await addLibrary('Other');
    const share = { libraryId: other, email: BERT.email, isAdmin: false, sharedBy: ANNA.email };
    stores.shareTable.putUser({ ...share, permission: 'r' });
    await stars.add(BERT, other, '/');
    expect(count()).toBe(2);
    await libraries.remove(ANNA, id);
    await deletedLibraries.purge(ANNA, id);
    expect(count()).toBe(1);
    await accounts.deleteUser(ADMIN, BERT.email);
    expect(count()).toBe(0);
  });

  it('are not given to what is not there, nor by who may not look', async () => {
    const { stars, id } = await starWorld();
    expect(await refusalOf(() => stars.add(ANNA, id, '/none'))).toEqual({
      code: 'item-not-found',
      detail: { value: '/none' },
    });
    expect(await refusalOf(() => stars.add(BERT, id, '/none'))).toMatchObject({ code: 'permission-denied' });
  });
});
