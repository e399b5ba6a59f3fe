import { describe, expect, it } from 'vitest';
import { decodeTrashCursor, encodeTrashCursor, trashOf } from '../../../../src-main/core/history/trash.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { inOneGo } from '../../../../src-main/core/steps.ts';
import { diffTrees } from '../../../../src-main/core/tree/diff.ts';
import { fileIdOf, type TreeLiteral, TreeStore } from '../../../support/trees.ts';

async function effect(before: TreeLiteral, after: TreeLiteral) {
  const store = new TreeStore();
  return inOneGo(trashOf(await diffTrees(store.readDir, store.build(before), store.build(after))));
}

describe('trashOf', () => {
  it('takes deleted files, and a deleted folder as one item', async () => {
    const store = new TreeStore();
    expect(await effect({ a: 'text', d: { x: '1', y: '2' } }, {})).toEqual({
      deleted: [
        { path: '/a', isDir: false, objectId: fileIdOf('text'), sizeBytes: 4 },
        { path: '/d', isDir: true, objectId: store.build({ x: '1', y: '2' }), sizeBytes: 0 },
      ],
      appeared: [],
    });
  });

  it('tells what appeared', async () => {
    expect(await effect({}, { a: 'text', d: { x: '1' } })).toEqual({
      deleted: [],
      appeared: [
        { path: '/a', isDir: false },
        { path: '/d', isDir: true },
      ],
    });
  });

  it('deletes nothing for a rename; its target appears', async () => {
    expect(await effect({ a: 'text' }, { b: 'text' })).toEqual({
      deleted: [],
      appeared: [{ path: '/b', isDir: false }],
    });
  });

  it('deletes the file that a folder took the place of', async () => {
    expect(await effect({ a: 'text' }, { a: { x: '1' } })).toEqual({
      deleted: [{ path: '/a', isDir: false, objectId: fileIdOf('text'), sizeBytes: 4 }],
      appeared: [{ path: '/a', isDir: true }],
    });
  });

  it('leaves changed files out', async () => {
    expect(await effect({ a: 'one' }, { a: 'two' })).toEqual({ deleted: [], appeared: [] });
  });
});

const KEY = Buffer.alloc(32, 1);
const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const OTHER = '22222222-2222-4222-8222-222222222222' as LibraryId;
const PLACE = { deletedAtSeconds: 1_714_564_800, trashId: 42 };

describe('a place in the trash', () => {
  it('reads back from the text it became', () => {
    const cursor = encodeTrashCursor(KEY, LIBRARY, PLACE);
    expect(cursor).toMatch(/^1714564800\.42\.[\w-]{11}$/);
    expect(decodeTrashCursor(KEY, LIBRARY, cursor)).toEqual(PLACE);
  });

  it('is one of its own library and data folder only', () => {
    const cursor = encodeTrashCursor(KEY, LIBRARY, PLACE);
    expect(() => decodeTrashCursor(KEY, OTHER, cursor)).toThrow('cursor-invalid');
    expect(() => decodeTrashCursor(Buffer.alloc(32, 2), LIBRARY, cursor)).toThrow('cursor-invalid');
  });

  it.each([
    ['an edited time', (cursor: string) => cursor.replace('1714564800', '1714564801')],
    ['an edited number', (cursor: string) => cursor.replace('.42.', '.43.')],
    ['a shortened tag', (cursor: string) => cursor.slice(0, -2)],
    ['a longer tag', (cursor: string) => `${cursor}AAAA`],
    ['no tag', () => '1714564800.42.'],
    ['something else', () => 'zzz'],
    ['nothing', () => ''],
  ])('is not read from %s', (_what, edit) => {
    const cursor = edit(encodeTrashCursor(KEY, LIBRARY, PLACE));
    expect(() => decodeTrashCursor(KEY, LIBRARY, cursor)).toThrow('cursor-invalid');
  });
});
