import { expect, it } from 'vitest';
import { storageState } from '../../../../src-main/usecases/upkeep/storage-state.ts';
import { ANNA } from '../../../support/library-world.ts';
import { sharedPapers } from '../../../support/shared-papers.ts';

it('the state of what a library needs is the same until something else than time changes', async () => {
  const { world, id } = await sharedPapers();
  const state = () => {
    const library = world.stores.libraryTable.find(id);
    if (library === null) throw new Error('the library is there');
    return storageState({ ...world.stores, retention: world.retention }, library);
  };
  const seen = [state()];
  world.clock.advance(60);
  expect(state()).toBe(seen[0]);
  await world.commit(id, { op: 'remove', path: '/letter.txt' });
  seen.push(state());
  world.trash.clean(ANNA, id);
  seen.push(state());
  world.libraries.setRetention(ANNA, id, 30);
  seen.push(state());
  expect(new Set(seen).size).toBe(4);
});
