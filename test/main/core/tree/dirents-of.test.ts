import { expect, it } from 'vitest';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { inSteps } from '../../../../src-main/core/steps.ts';
import { direntsByName, direntsOf, namesIn } from '../../../../src-main/core/tree/dirents-of.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { TreeStore } from '../../../support/trees.ts';

it('rows are found by name, in the order of the folder', async () => {
  const store = new TreeStore();
  const rows = await direntsByName(store.readDir, store.build({ a: '1', b: { c: '2' } }), 0);
  expect([...rows].map(([name, { kind }]) => `${name} ${kind}`)).toEqual(['b dir', 'a file']);
});

it('there are none where there is no folder', async () => {
  expect(await direntsOf(new TreeStore().readDir, undefined, 300)).toEqual([]);
});

it('a folder lies 256 folders deep at most, so that no tree is followed for ever', async () => {
  const store = new TreeStore();
  const id = store.build({ a: '1' });
  expect(await direntsOf(store.readDir, id, 256)).toHaveLength(1);
  expect(await refusalOf(() => direntsOf(store.readDir, id, 257))).toEqual({
    code: 'object-corrupt',
    detail: { value: id, reason: 'too-deep' },
  });
});

it('the names of two folders are named once each, those of the first before the others', async () => {
  const store = new TreeStore();
  const first = await direntsByName(store.readDir, store.build({ a: '1', b: '2' }), 0);
  const second = await direntsByName(store.readDir, store.build({ b: '3', c: '4' }), 0);
  expect([...(await inSteps(namesIn(first, second)))]).toEqual(['b', 'a', 'c']);
});

it('others have their turn while a long folder is put into a table', async () => {
  const row = {
    kind: 'file',
    id: objectIdOf('x'),
    mode: 0o100644,
    mtimeSeconds: 5,
    sizeBytes: 1,
    modifier: '',
  } as const;
  const rows = Array.from({ length: 10_000 }, (_, at) => ({ ...row, name: `${at}` }));
  let turns = 0;
  const yieldToEventLoop = async () => {
    turns += 1;
  };
  expect((await direntsByName(async () => rows, objectIdOf('d'), 0, yieldToEventLoop)).size).toBe(10_000);
  expect(turns).toBeGreaterThanOrEqual(4);
});
