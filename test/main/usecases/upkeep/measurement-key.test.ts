import { expect, it } from 'vitest';
import { measurementKey } from '../../../../src-main/usecases/upkeep/measurement-key.ts';
import { ANNA } from '../../../support/library-world.ts';
import { sharedPapers } from '../../../support/shared-papers.ts';

it('the key of what is measured of a library is the same until something else than time changes', async () => {
  const { world, id } = await sharedPapers();
  const key = () => {
    const library = world.stores.libraryTable.find(id);
    if (library === null) throw new Error('the library is there');
    return measurementKey({ ...world.stores, retention: world.retention }, library);
  };
  const seen = [key()];
  world.clock.advance(60);
  expect(key()).toBe(seen[0]);
  await world.commit(id, { op: 'remove', path: '/letter.txt' });
  seen.push(key());
  world.trash.clean(ANNA, id);
  seen.push(key());
  world.libraries.setRetention(ANNA, id, 30);
  seen.push(key());
  expect(new Set(seen).size).toBe(4);
});
