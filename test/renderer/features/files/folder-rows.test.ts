import { describe, expect, it } from 'vitest';
import { folderRows, RowsHere } from '../../../../src-renderer/features/files/folder-rows.ts';
import type { EntryJson } from '../../../../src-shared/contents-api.ts';
import type { TrashItemJson } from '../../../../src-shared/trash-api.ts';

const entry = (name: string, kind: 'file' | 'dir' = 'file'): EntryJson => ({
  ...{ name, kind, id: 'a', size: 1, mtime: 1, modifier: '', modifier_name: '', executable: false },
});
const gone = (id: number, name: string, is_dir = false): TrashItemJson => ({
  ...{ id, name, is_dir, parent_path: '/', size: 1, deleted_at: 1 },
  ...{ deleted_by: '', deleted_by_name: '', commit_id: 'c', object_id: 'a', device: '', expires_at: null },
});
const rowsOf = (entries: readonly EntryJson[], deleted: readonly TrashItemJson[]) =>
  folderRows(new RowsHere().of(entries), deleted);
const names = (...args: Parameters<typeof rowsOf>) =>
  rowsOf(...args).map(({ kind, name }) => (kind === 'here' ? name : `(${name})`));

describe('the rows of a folder', () => {
  it('have deleted ones where their names belong, folders first', () => {
    const here = [entry('Docs', 'dir'), entry('a.txt'), entry('C.txt')];
    expect(
      names(here, [gone(1, 'b.txt'), gone(2, 'Z.txt'), gone(3, 'Old', true), gone(4, 'B2.txt')]),
    ).toEqual(['Docs', '(Old)', 'a.txt', '(b.txt)', '(B2.txt)', 'C.txt', '(Z.txt)']);
  });

  it('are told apart when something of the same name is there again', () => {
    const rows = rowsOf([entry('a.txt')], [gone(7, 'a.txt')]);
    expect(rows.map(({ key }) => key)).toEqual(['a.txt', 'deleted/7']);
  });

  it('of an emptied folder are those that were deleted', () => {
    expect(names([], [gone(1, 'b'), gone(2, 'a')])).toEqual(['(a)', '(b)']);
  });

  it('stay the same objects while a listing grows, and are made anew when it is another one', () => {
    const here = new RowsHere();
    const [a, b, c] = [entry('a'), entry('b'), entry('c')];
    const before = here.of([a, b]);
    const grown = here.of([a, b, c]);
    expect(grown.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect([grown[0] === before[0], grown[1] === before[1]]).toEqual([true, true]);
    expect(here.of([entry('a'), c]).map(({ name }) => name)).toEqual(['a', 'c']);
    expect(here.of([a]).map(({ name }) => name)).toEqual(['a']);
    expect(here.of([])).toEqual([]);
  });
});
