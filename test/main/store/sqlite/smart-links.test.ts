import { expect, it } from 'vitest';
import { ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

async function world() {
  const { stores, addLibrary, ...rest } = await libraryWorld();
  const libraryId = await addLibrary('Papers');
  const put = (token: string, path: string, nowSeconds = 1, email = ANNA.email) =>
    stores.smartLinkTable.put({ token, email, libraryId, path, isDir: false, nowSeconds });
  const where = (token: string) => stores.smartLinkTable.find(token)?.path ?? null;
  return { ...rest, stores, smartLinkTable: stores.smartLinkTable, addLibrary, libraryId, put, where };
}

it('smart links follow several moves at once, and into other libraries', async () => {
  const { smartLinkTable, addLibrary, libraryId, put, where } = await world();
  const photos = await addLibrary('Photos');
  put('one', '/a');
  put('two', '/b');
  put('deep', '/docs/x');
  put('away', '/docs/deep/y');
  put('kept', '/docs2');
  smartLinkTable.follow(libraryId, [
    { from: '/a', to: '/b' },
    { from: '/b', to: '/a' },
    { from: '/docs', to: '/letters' },
    { from: '/docs/deep', to: '/shallow', toLibrary: photos },
  ]);
  expect(['one', 'two', 'deep', 'kept'].map(where)).toEqual(['/b', '/a', '/letters/x', '/docs2']);
  expect(smartLinkTable.find('away')).toEqual({ libraryId: photos, path: '/shallow/y', isDir: false });
});

it('the link of an item that is moved over another takes the place of that one’s', async () => {
  const { smartLinkTable, libraryId, put, where } = await world();
  put('new', '/draft');
  put('old', '/final');
  smartLinkTable.follow(libraryId, [{ from: '/draft', to: '/final' }]);
  expect([where('new'), where('old')]).toEqual(['/final', null]);
});

it('one person keeps so many, the newest', async () => {
  const { smartLinkTable, put, where } = await world();
  for (const [at, token] of ['one', 'two', 'three'].entries()) put(token, `/${token}`, at);
  put('other', '/other', 0, BERT.email);
  smartLinkTable.keepNewest(ANNA.email, 2);
  expect(['one', 'two', 'three', 'other'].map(where)).toEqual([null, '/two', '/three', '/other']);
});

it('a link outlives who asked for it, but not its library', async () => {
  const { smartLinkTable, libraryId, put, where, db } = await world();
  put('link', '/a');
  db.prepare('DELETE FROM users WHERE email = ?').run(ANNA.email);
  expect(where('link')).toBe('/a');
  db.prepare('DELETE FROM libraries WHERE id = ?').run(libraryId);
  expect([where('link'), smartLinkTable.tokenOf({ libraryId, path: '/a', isDir: false })]).toEqual([
    null,
    null,
  ]);
});
