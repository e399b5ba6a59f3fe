import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

async function visited() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const { library } = world.libraries.find(ANNA, id);
  const { adminVisits, clock } = world;
  const seen = () =>
    adminVisits
      .page(ANNA, id, { before: Number.MAX_SAFE_INTEGER, limit: 9 })
      .map(({ action, path }) => `${action} ${path}`);
  return { id, library, adminVisits, clock, seen };
}

it('the owner is told what an administrator did inside, the newest first', async () => {
  const { library, adminVisits, seen } = await visited();
  adminVisits.note(ADMIN, library, 'looked', '/');
  adminVisits.note(ADMIN, library, 'downloaded', '/a');
  expect(seen()).toEqual(['downloaded /a', 'looked /']);
});

it('looking again within ten minutes is one visit; each download is one', async () => {
  const { library, adminVisits, clock, seen } = await visited();
  adminVisits.note(ADMIN, library, 'looked', '/');
  clock.advance(599);
  adminVisits.note(ADMIN, library, 'looked', '/');
  adminVisits.note(ADMIN, library, 'looked', '/d');
  expect(seen()).toEqual(['looked /d', 'looked /']);
  clock.advance(1);
  adminVisits.note(ADMIN, library, 'looked', '/');
  expect(seen()).toHaveLength(3);
  for (let times = 0; times < 2; times += 1) adminVisits.note(ADMIN, library, 'downloaded', '/a');
  expect(seen()).toHaveLength(5);
});

it('owners are no visitors, and only they are told', async () => {
  const { id, library, adminVisits, seen } = await visited();
  adminVisits.note(ANNA, library, 'looked', '/');
  expect(seen()).toEqual([]);
  const ask = () => adminVisits.page(BERT, id, { before: 9, limit: 9 });
  expect(await refusalOf(ask)).toMatchObject({ code: 'permission-denied' });
});

it('the owner of the library around a folder is told what was done by way of the folder', async () => {
  const { library, adminVisits, seen } = await visited();
  const folder = { ...library, id: '00000000-0000-4000-8000-00000000f01d' as LibraryId };
  const shared = { ...folder, origin: { id: library.id, path: '/work' } };
  adminVisits.note(ADMIN, shared, 'looked', '/');
  adminVisits.note(ADMIN, shared, 'downloaded', '/a');
  expect(seen()).toEqual(['downloaded /work/a', 'looked /work']);
});
