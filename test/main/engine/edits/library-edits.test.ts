import { describe, expect, expectTypeOf, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type {
  MakeFolders,
  MakeItem,
  PlaceItems,
  RemoveItems,
  RenameItem,
} from '../../../../src-main/engine/edits/library-edits.ts';
import type { AddFiles, ReplaceFile } from '../../../../src-main/engine/edits/put-files.ts';
import type {
  RestoreItems,
  RestoreSnapshot,
  UndoCommit,
} from '../../../../src-main/engine/edits/restores.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { libraryWith } from '../../../support/edited-library.ts';
import { ANNA, type LibraryWorld } from '../../../support/library-world.ts';
import { type HasFunction, sent } from '../../../support/plain-data.ts';
import { textIn } from '../../../support/upload-pieces.ts';

function descriptionIn({ stores }: LibraryWorld, id: LibraryId) {
  const headId = stores.libraryTable.find(id)?.headId;
  return headId && stores.historyTable.find(id, headId)?.description;
}

type Command =
  | (MakeItem | MakeFolders | RenameItem | RemoveItems | PlaceItems)
  | (AddFiles | ReplaceFile)
  | (RestoreItems | RestoreSnapshot | UndoCommit);

it('an edit is asked for by plain data, whatever it is', async () => {
  expectTypeOf<HasFunction<Command>>().toEqualTypeOf<false>();
  const { world, edits, libraryId, commitId, command, namesIn } = await libraryWith({
    '/a': 'a',
    '/d/b': 'b',
  });
  const descriptions: unknown[] = [];
  const note = () => descriptions.push(descriptionIn(world, libraryId));
  await edits.make(sent({ ...command, kind: 'file', folder: '/', name: 'new', onTaken: 'number' }));
  note();
  await edits.makeFolders(sent({ ...command, path: '/e/f' }));
  note();
  await edits.rename(sent({ ...command, path: '/new', name: 'old', onTaken: 'refuse' }));
  note();
  const [item] = (await world.files.list(ANNA, libraryId, '/', null)).dirents.filter(
    ({ name }) => name === 'old',
  );
  if (item === undefined) throw new Error('the file is there');
  await edits.place(sent({ ...command, folder: '/d', items: [{ item, from: '/old' }], replaces: [] }));
  note();
  const removed = await edits.remove(sent({ ...command, items: [{ path: '/a' }] }));
  note();
  const from = { path: '/a', commitId };
  await edits.restore(sent({ ...command, items: [{ from, onTaken: 'refuse' }] }));
  note();
  const snapshot = { commitId, paths: ['/d'], mode: 'beside', except: [] } as const;
  await edits.restoreSnapshot(sent({ ...command, ...snapshot }));
  note();
  await edits.undo(sent({ ...command, commitId: removed.commitId, paths: null }));
  await edits.undo(sent({ ...command, commitId, paths: ['/a'] }));
  note();
  const { store, received } = edits.receiveContent(world.libraries.find(ANNA, libraryId).library, null);
  const [one, other] = [await store(textIn('one')), await store(textIn('other'))];
  const files = [{ name: 'c', ...one, mtimeSeconds: null }];
  const into = { folder: '/', relativePath: 'e', replaces: false };
  await edits.addFiles(sent({ ...command, ...into, files, received }));
  note();
  const changed = { path: '/e/c', content: other, base: null, mtimeSeconds: null };
  await edits.replaceFile(sent({ ...command, ...changed, received }));
  note();
  expect(descriptions).toEqual([
    'Added "new"',
    'Added directory "f"',
    'Renamed "new"',
    'Moved "old"',
    'Deleted "a"',
    'Reverted file "a" to status at 2024-05-01 12:00:00',
    'Restored what was there at 2024-05-01 12:00:00',
    'Undid: Added or modified "a".',
    'Added "c".',
    'Modified "c"',
  ]);
  expect(await namesIn()).toEqual(['d', 'd (1)', 'e']);
  expect(await namesIn('/d')).toEqual(['b', 'old']);
  expect(await namesIn('/e')).toEqual(['f', 'c']);
});

describe('a new item', () => {
  it('gets a number when its name is taken by a file or a folder, or is refused', async () => {
    const { edits, command } = await libraryWith({ '/a.b': '', '/d/x': '' });
    const make = async (name: string, kind: 'file' | 'dir') =>
      (await edits.make({ ...command, kind, folder: '/', name, onTaken: 'number' })).item.name;
    expect(await make('a.b', 'dir')).toBe('a.b (1)');
    expect(await make('a.b', 'file')).toBe('a (1).b');
    expect(await make('d', 'dir')).toBe('d (1)');
    expect(await make('d', 'dir')).toBe('d (2)');
    expect(await make('new', 'dir')).toBe('new');
    const wanted = { kind: 'dir', folder: '/', name: 'd', onTaken: 'refuse' } as const;
    expect(await refusalOf(() => edits.make({ ...command, ...wanted }))).toMatchObject({
      code: 'name-taken',
    });
  });

  it('has a name that every system can show, and a parent that is there', async () => {
    const { edits, command } = await libraryWith({ '/file': '' });
    const make = (folder: string, name: string) => () =>
      edits.make({ ...command, kind: 'dir', folder, name, onTaken: 'number' });
    for (const name of ['', '.', '..', 'a/b', 'a\u0000b', 'a\u202eb'])
      expect(await refusalOf(make('/', name))).toMatchObject({ code: 'name-invalid' });
    expect(await refusalOf(make('/none', 'x'))).toMatchObject({ code: 'folder-not-found' });
    expect(await refusalOf(make('/file', 'x'))).toMatchObject({ code: 'not-a-folder' });
  });
});

describe('removing', () => {
  it('of nothing is no commit, and of the root is refused', async () => {
    const { edits, command, commitId } = await libraryWith({ '/a': '' });
    const remove = (path: string) => edits.remove({ ...command, items: [{ path }] });
    expect(await remove('/none')).toMatchObject({ changed: false, commitId });
    expect(await refusalOf(() => remove('/'))).toMatchObject({ code: 'path-invalid' });
    expect(await remove('/a')).toMatchObject({ changed: true, previousId: commitId });
  });
});
