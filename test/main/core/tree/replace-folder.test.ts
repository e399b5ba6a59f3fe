import { describe, expect, it } from 'vitest';
import { EMPTY_ID, type ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { replaceFolder } from '../../../../src-main/core/tree/replace-folder.ts';
import { findEntry } from '../../../../src-main/core/tree/tree-lookup.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { file, type TreeLiteral, TreeStore } from '../../../support/trees.ts';

const NOW_SECONDS = 1_700_000_500;
const text = (content: string) => file(content, {});
const BEFORE = { outer: { inner: { 'a.txt': text('a') }, 'b.txt': text('b') }, 'c.txt': text('c') };

async function replaced(path: string, id: ObjectId | TreeLiteral) {
  const store = new TreeStore();
  const rootId = store.build(BEFORE);
  const wanted = { path, id: typeof id === 'string' ? id : store.build(id) };
  const made = await replaceFolder(store.readDir, rootId, wanted, { nowSeconds: NOW_SECONDS });
  store.add(made.dirs);
  return { store, ...made };
}

describe('a folder that gets another content', () => {
  it('leaves everything else as it is, and dates the folders on the way to it', async () => {
    const { store, rootId, dirs } = await replaced('/outer/inner', { 'new.txt': text('new') });
    expect(store.textTree(rootId)).toEqual({
      outer: { inner: { 'new.txt': 'new' }, 'b.txt': 'b' },
      'c.txt': 'c',
    });
    expect(dirs).toHaveLength(2);
    for (const path of ['/outer', '/outer/inner'])
      expect((await findEntry(store.readDir, rootId, path))?.mtimeSeconds).toBe(NOW_SECONDS);
  });

  it('can be emptied, and stays there', async () => {
    const { store, rootId } = await replaced('/outer/inner', EMPTY_ID);
    expect(store.textTree(rootId)).toMatchObject({ outer: { inner: {} } });
  });

  it('has to be one, and not the root', async () => {
    for (const path of ['/', '/none', '/outer/b.txt', '/c.txt/inner'])
      expect(await refusalOf(() => replaced(path, EMPTY_ID))).toMatchObject({ code: 'path-invalid' });
  });
});
