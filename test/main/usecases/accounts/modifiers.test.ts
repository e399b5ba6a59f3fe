import { expect, it, vi } from 'vitest';
import { ADMIN, ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

const NOBODY = { email: '', name: '', contactEmail: '' };

it('whom a row names counts once they are an author of the library, however their address is spelled', async () => {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const modifierOf = (claimed: string) => world.modifiers.in(id)(claimed);
  expect(modifierOf('Anna@Example.com')).toEqual({
    email: ANNA.email,
    name: 'anna',
    contactEmail: ANNA.email,
  });
  expect(modifierOf(ADMIN.email)).toEqual(NOBODY);
  expect(modifierOf('')).toEqual(NOBODY);
  const changes = [{ op: 'mkdir', path: '/new', mtimeSeconds: 1 }] as const;
  await world.changeLibrary.commitChanges({ libraryId: id, changes, author: ADMIN.email, asksFirst: false });
  expect(modifierOf(ADMIN.email)).toEqual({ email: ADMIN.email, name: 'admin', contactEmail: ADMIN.email });
  const other = await world.addLibrary('Photos');
  expect(world.modifiers.in(other)(ADMIN.email)).toEqual(NOBODY);
});

it('each person is looked up once for a list, however many rows name them', async () => {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const isAuthor = vi.spyOn(world.stores.historyTable, 'isAuthor');
  const modifierOf = world.modifiers.in(id);
  for (const email of [ANNA.email, BERT.email, ANNA.email, BERT.email]) modifierOf(email);
  expect(isAuthor).toHaveBeenCalledTimes(2);
});
