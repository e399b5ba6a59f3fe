import { expect, it } from 'vitest';
import { applyChanges } from '../../../../src-main/core/tree/apply.ts';
import { fileIdOf, TreeStore } from '../../../support/trees.ts';

async function prune(head: Parameters<TreeStore['build']>[0]) {
  const store = new TreeStore();
  const result = await applyChanges(
    store.readDir,
    store.build(head),
    [
      {
        op: 'prune',
        path: '/gone',
        goes: [
          ['deep', 'dir'],
          ['a', fileIdOf('one')],
          ['deep/b', fileIdOf('two')],
        ],
      },
    ],
    { nowSeconds: 1_700_000_100 },
  );
  store.add(result.dirs);
  return store.textTree(result.rootId);
}

it('a folder of which everything is known goes, and nothing around it', async () => {
  expect(await prune({ gone: { a: 'one', deep: { b: 'two' } }, stays: 'x' })).toEqual({ stays: 'x' });
});

it('what somebody else changed or added in a folder stays, with the folders it is in', async () => {
  const head = { gone: { a: 'edited', deep: { b: 'two', c: 'new' }, other: {} } };
  expect(await prune(head)).toEqual({ gone: { a: 'edited', deep: { c: 'new' }, other: {} } });
});

it('a folder that is not there, or is a file by now, is no work', async () => {
  expect(await prune({ gone: 'a file' })).toEqual({ gone: 'a file' });
  expect(await prune({ stays: 'x' })).toEqual({ stays: 'x' });
});
