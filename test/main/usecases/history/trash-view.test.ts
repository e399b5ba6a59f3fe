import { expect, it } from 'vitest';
import { trashView } from '../../../../src-main/usecases/history/trash-view.ts';
import { ANNA, libraryWorld } from '../../../support/library-world.ts';

const DAY = 86_400;

it('a deletion says until when it is kept, and never where everything is', async () => {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  await world.commit(id, await world.put(id, '/a.txt', 'one'));
  await world.commit(id, { op: 'remove', path: '/a.txt' });
  const [item] = (await world.trash.page(ANNA, id, { path: '/', showDays: 0, cursor: null, limit: 1 })).items;
  if (item === undefined) throw new Error('it was deleted');
  const deps = { trashTable: { deviceOf: () => 'desk' }, people: { displayName: () => 'Anna' } };
  const kept = (keepDays: number) => trashView(deps, { id, keepDays }, item);
  expect(kept(30)).toMatchObject({ device: 'desk', deletedByName: 'Anna' });
  expect((kept(30).expiresAtSeconds ?? 0) - item.deletedAtSeconds).toBe(30 * DAY);
  expect(kept(-1).expiresAtSeconds).toBe(null);
});
