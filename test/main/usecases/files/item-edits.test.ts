import { expect, it } from 'vitest';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

/** A library of Anna's with `/work/plan.txt`, which Bert may read. */
async function withFile() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  await world.commit(id, await world.put(id, '/work/plan.txt', 'plan'));
  world.shares.shareWithUser(ANNA, id, { email: BERT.email, permission: 'r', isAdmin: false });
  const codeOf = async (work: () => unknown) => (await refusalOf(work)).code;
  return { world, id, edits: world.itemEdits, codeOf };
}

it('who may only read makes and renames nothing', async () => {
  const { id, edits, codeOf } = await withFile();
  expect(await codeOf(() => edits.makeFolder(BERT, id, '/new'))).toBe('library-read-only');
  expect(await codeOf(() => edits.rename(BERT, { libraryId: id, path: '/work' }, 'job'))).toBe(
    'library-read-only',
  );
  expect(
    (await edits.existing(BERT, id, ['/new', '/work', '/work/plan.txt'])).map(({ path }) => path),
  ).toEqual(['/work', '/work/plan.txt']);
});

it('a folder is made where its name is free, in a folder that is there', async () => {
  const { id, edits, codeOf } = await withFile();
  expect(await edits.makeFolder(ANNA, id, '/work/new')).toMatchObject({ path: '/work/new' });
  const make = (path: string) => codeOf(() => edits.makeFolder(ANNA, id, path));
  expect(await make('/work/new')).toBe('name-taken');
  expect(await make('/nothing/new')).toBe('folder-not-found');
  expect(await make('/work/a\\b')).toBe('name-invalid');
});

it('an item gets another name in its folder, where that is free', async () => {
  const { id, edits, codeOf } = await withFile();
  await edits.makeFolder(ANNA, id, '/job');
  const rename = (path: string, name: string) => edits.rename(ANNA, { libraryId: id, path }, name);
  expect(await codeOf(() => rename('/work', 'job'))).toBe('name-taken');
  expect(await codeOf(() => rename('/nothing', 'x'))).toBe('item-not-found');
  expect(await codeOf(() => rename('/', 'x'))).toBe('path-invalid');
  expect(await codeOf(() => rename('/work', 'a/b'))).toBe('name-invalid');
  expect(await rename('/work/plan.txt', 'plan.txt')).toEqual({ path: '/work/plan.txt', commitId: null });
  expect(await rename('/work', 'office')).toMatchObject({ path: '/office' });
  expect(await edits.existing(ANNA, id, ['/work', '/office/plan.txt'])).toHaveLength(1);
});
