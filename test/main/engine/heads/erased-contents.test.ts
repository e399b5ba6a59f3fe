import { describe, expect, it } from 'vitest';
import { inOneGo } from '../../../../src-main/core/steps.ts';
import { createTreeEraser, type ErasedItem } from '../../../../src-main/core/tree/erase.ts';
import { ErasedContents } from '../../../../src-main/engine/heads/erased-contents.ts';
import { fileIdOf, type TreeLiteral, TreeStore } from '../../../support/trees.ts';

/** An eraser of the item, with what it took out by now. */
function contentsOf(item: ErasedItem, max?: number) {
  const store = new TreeStore();
  const eraser = createTreeEraser(store.readDir, item, { keep: (dir) => store.add([dir]) });
  const contents = new ErasedContents(store.readDir, eraser, max);
  const look = async (tree: TreeLiteral) => {
    await eraser.erase(store.build(tree));
    await contents.look();
  };
  return { contents, look };
}

describe('contents of what was erased', () => {
  it('are files, and names of files and folders, however deep inside', async () => {
    const { contents, look } = contentsOf({ kind: 'path', path: '/keys' });
    await look({ keys: { 'a.txt': 'a', old: { 'b.txt': 'b' } }, 'c.txt': 'c' });
    expect(contents.ids).toEqual(new Set([fileIdOf('a'), fileIdOf('b')]));
    const names = ['"keys"', '"a.txt"', '"old"', '"b.txt"', '"c.txt"'];
    expect(names.filter((name) => inOneGo(contents.names.areIn(name)))).toEqual(names.slice(0, 4));
  });

  it('grow with each tree that is gone through', async () => {
    const { contents, look } = contentsOf({ kind: 'path', path: '/a.txt' });
    await look({ 'a.txt': 'one' });
    expect([...contents.ids]).toEqual([fileIdOf('one')]);
    await look({ 'a.txt': 'two', 'b.txt': 'three' });
    expect([...contents.ids]).toEqual([fileIdOf('one'), fileIdOf('two')]);
  });

  it('have the name of a folder also where another one had the same content before', async () => {
    const { contents, look } = contentsOf({ kind: 'path', path: '/keys' });
    await look({ keys: { first: { 'a.txt': 'a' }, second: { 'a.txt': 'a' } } });
    expect([...contents.ids]).toEqual([fileIdOf('a')]);
    expect(inOneGo(contents.names.areIn('"second"'))).toBe(true);
  });

  it('are only the first of too many', async () => {
    const { contents, look } = contentsOf({ kind: 'path', path: '/keys' }, 2);
    await look({ keys: { 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c', later: { 'd.txt': 'd' } } });
    expect(contents.ids.size).toBe(2);
    expect(contents.names.size).toBe(2);
  });
});
