import { expect, it } from 'vitest';
import { likenessOf } from '../../../../src-main/core/tree/folder-likeness.ts';
import { file, type TreeLiteral, TreeStore } from '../../../support/trees.ts';

const text = (content: string, modifier = 'ann@example.com') => file(content, { modifier });

function likeness(folder: TreeLiteral, other: TreeLiteral): Promise<number> {
  const store = new TreeStore();
  return likenessOf(store.readDir, store.build(folder), store.build(other));
}

it('is all, whoever is named in the rows', async () => {
  const before = { 'a.txt': text('a'), deep: { 'b.txt': text('b') } };
  const after = {
    'a.txt': text('a', 'bob@example.com'),
    deep: { 'b.txt': text('b', 'bob@example.com') },
  };
  expect(await likeness(before, after)).toBe(1);
});

it('is little where the files of one are a few of the many of the other', async () => {
  const after = { 'a.txt': text('a'), 'b.txt': text('b'), deep: { 'c.txt': text('c'), 'd.txt': text('d') } };
  expect(await likeness({ 'a.txt': text('a') }, after)).toBe(0.25);
  expect(await likeness(after, { 'a.txt': text('a') })).toBe(0.25);
});

it('counts what is gone, changed or somewhere else', async () => {
  const before = { 'a.txt': text('a'), 'b.txt': text('b'), 'c.txt': text('c'), deep: { 'd.txt': text('d') } };
  expect(await likeness(before, { 'a.txt': text('a'), 'b.txt': text('other'), 'd.txt': text('d') })).toBe(
    0.25,
  );
});

it('is nothing between folders of empty files and folders, which are all alike', async () => {
  const empty = { 'a.txt': text(''), deep: {} };
  expect(await likeness(empty, empty)).toBe(0);
});
