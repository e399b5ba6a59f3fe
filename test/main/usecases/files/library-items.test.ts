import { expect, it, vi } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';
import { fileDirent } from '../../../support/trees.ts';
import { unfoldingTree } from '../../../support/unfolding-tree.ts';

/** Puts a folder into a library in which each of so many levels names the one below it twice. */
async function addDoubling(world: LibraryWorld, id: LibraryId, levels: number): Promise<void> {
  const { rootId, dirs } = unfoldingTree(Array(levels).fill(2), [{ ...fileDirent(''), name: 'a' }]);
  const store = world.stores.objects.library(id);
  for (const dir of dirs) await store.write('fs', dir.id, dir.bytes);
  await world.commit(id, { op: 'mkdir', path: '/deep', id: rootId, mtimeSeconds: 1 });
}

it('everything below a folder is listed', async () => {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  await addDoubling(world, id, 1);
  const { below } = await world.libraryItems.tree(ANNA, id, '/');
  const paths: string[] = [];
  for await (const some of below) paths.push(...some.map(({ path }) => path));
  expect(paths).toEqual([
    ...['/deep', '/deep/folder 0', '/deep/folder 0/a'],
    ...['/deep/folder 1', '/deep/folder 1/a'],
  ]);
});

it('a few small folders that unfold to more than a million entries are refused before they are walked', async () => {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  await addDoubling(world, id, 22);
  const refusal = await refusalOf(() => world.libraryItems.tree(ANNA, id, '/'));
  expect(refusal).toMatchObject({ code: 'argument-invalid', detail: { reason: 'too-many' } });
});

it('a folder that was counted is not counted again before it changes', async () => {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  await addDoubling(world, id, 2);
  const readsOf = async () => {
    const read = vi.spyOn(world.stores.objects.library(id), 'read');
    const { below } = await world.libraryItems.tree(ANNA, id, '/');
    await below.return(undefined);
    const reads = read.mock.calls.length;
    read.mockRestore();
    return reads;
  };
  const first = await readsOf();
  expect(await readsOf()).toBeLessThan(first);
});

it('long listings of one person are read two at a time, and the third when one has ended', async () => {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  await addDoubling(world, id, 13);
  world.shares.shareWithUser(ANNA, id, { email: ADMIN.email, permission: 'r', isAdmin: false });
  const listings = await Promise.all([1, 2, 3].map(() => world.libraryItems.tree(ANNA, id, '/')));
  const [first, second, third] = listings.map(({ below }) => below);
  await first?.next();
  await second?.next();
  let hasBegun = false;
  const waiting = third?.next().then(() => {
    hasBegun = true;
  });
  expect((await (await world.libraryItems.tree(ADMIN, id, '/')).below.next()).done).toBe(false);
  expect(hasBegun).toBe(false);
  await first?.return(undefined);
  await waiting;
  for (const below of [second, third]) await below?.return(undefined);
});

it('a name is found however its accents are written, and by its own spelling first', async () => {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const [composed, decomposed] = ['/caf\u00e9', '/cafe\u0301'];
  const look = async (path: string) =>
    (await world.libraryItems.findAnyForm(ANNA, { libraryId: id, path }, null))?.path;
  await world.commit(id, await world.put(id, composed, 'one'));
  expect([await look(composed), await look(decomposed), await look('/tea')]).toEqual([
    ...[composed, composed, undefined],
  ]);
  await world.commit(id, await world.put(id, decomposed, 'two'));
  expect([await look(composed), await look(decomposed)]).toEqual([composed, decomposed]);
});
