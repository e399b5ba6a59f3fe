import { expect, it } from 'vitest';
import { ADMIN, ANNA, libraryWorld } from '../../../support/library-world.ts';

it('heads are told of the libraries that are there, and of nothing else', async () => {
  const { syncHeads, libraries, stores, addLibrary } = await libraryWorld();
  const [papers, gone] = [await addLibrary('Papers'), await addLibrary('Gone')];
  await libraries.remove(ANNA, gone);
  expect(syncHeads.headsOf([papers, gone, 'x', '00000000-0000-4000-8000-000000000000'])).toEqual({
    [papers]: stores.libraryTable.find(papers)?.headId,
  });
});

it('room is asked for only where something is added', async () => {
  const { syncHeads, stores, accounts, addLibrary } = await libraryWorld();
  const library = stores.libraryTable.find(await addLibrary());
  if (library === null) throw new Error('no library');
  await accounts.updateUser(ADMIN, ANNA.email, { quotaBytes: 1_000_000 });
  syncHeads.requireRoom(library, 0);
  syncHeads.requireRoom(library, 900_000);
  expect(() => syncHeads.requireRoom(library, 1_100_000)).toThrow('quota-exceeded');
});
