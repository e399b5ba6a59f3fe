import { expect, it } from 'vitest';
import { createLibraryFacts } from '../../../../src-main/usecases/libraries/library-facts.ts';
import { ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

it('tells on which device a library changed last, and to those who may share it with how many it is shared', async () => {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const factsOf = createLibraryFacts(world.stores);
  const facts = (caller: typeof ANNA) => factsOf(world.libraries.find(caller, id));
  expect(facts(ANNA)).toEqual({ device: '', sharedWith: 0 });
  world.shares.shareWithUser(ANNA, id, { email: BERT.email, permission: 'r', isAdmin: false });
  await world.commit(id, await world.put(id, '/a.txt', 'a'));
  world.db.prepare('UPDATE commits SET device_name = ?').run('Phone');
  expect(facts(ANNA)).toEqual({ device: 'Phone', sharedWith: 1 });
  expect(facts(BERT)).toEqual({ device: 'Phone', sharedWith: 0 });
});
