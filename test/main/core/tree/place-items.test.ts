import { describe, expect, it } from 'vitest';
import { DIR_MODE, type Dirent, FILE_MODE } from '../../../../src-main/core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { placeItems, putItem, type WantedItem } from '../../../../src-main/core/tree/place-items.ts';
import { createTreeLookup } from '../../../../src-main/core/tree/tree-lookup.ts';
import { fileDirent, fileIdOf, TreeStore } from '../../../support/trees.ts';

const HERE = { 'a.txt': 'here', d: { b: 'inside' } };
const FILE: Dirent = { ...fileDirent('wanted'), name: 'any' };
const FOLDER: Dirent = { kind: 'dir', name: 'any', id: EMPTY_ID, mode: 0o40000, mtimeSeconds: 5 };

/** The plan, told in a line for each change. */
async function placing(...wanted: readonly WantedItem[]) {
  const store = new TreeStore();
  const rootId = store.build(HERE);
  const plan = await placeItems({ lookup: createTreeLookup(store.readDir), rootId }, wanted);
  return {
    placed: plan.placed.map(({ path, replaces }) => (replaces ? `${path} replaces` : path)),
    changes: plan.placed.flatMap(({ changes }) =>
      changes.map((change) => (change.op === 'move' ? `${change.from} > ${change.to}` : changeOf(change))),
    ),
    taken: plan.taken.map(({ path }) => path),
  };
}

function changeOf(change: { op: string; path: string; base?: unknown }): string {
  if (change.base === undefined || change.base === null) return `${change.op} ${change.path}`;
  return `${change.op} ${change.path} over ${change.base === fileIdOf('here') ? 'a.txt' : 'd'}`;
}

describe('an item whose name is free', () => {
  it.each(['refuse', 'number', 'replace', 'conflict-copy'] as const)(
    'goes where it is wanted, whatever is to become of taken names: %s',
    async (onTaken) => {
      expect(await placing({ item: FILE, path: '/new/x', onTaken })).toEqual({
        placed: ['/new/x'],
        changes: ['put /new/x'],
        taken: [],
      });
    },
  );

  it('is moved when it is somewhere already', async () => {
    const wanted = { item: FILE, path: '/x', from: '/d/b', onTaken: 'refuse' } as const;
    expect(await placing(wanted)).toMatchObject({ placed: ['/x'], changes: ['/d/b > /x'] });
  });
});

describe('an item whose name is taken', () => {
  it('is refused, and nothing else is placed either', async () => {
    const onTaken = 'refuse' as const;
    expect(
      await placing({ item: FILE, path: '/x', onTaken }, { item: FILE, path: '/a.txt', onTaken }),
    ).toEqual({ placed: [], changes: [], taken: ['/a.txt'] });
  });

  it('gets a number, before the extension of a file and after all of the name of a folder', async () => {
    const onTaken = 'number' as const;
    expect(
      await placing({ item: FILE, path: '/a.txt', onTaken }, { item: FOLDER, path: '/a.txt', onTaken }),
    ).toEqual({
      placed: ['/a (1).txt', '/a.txt (1)'],
      changes: ['put /a (1).txt', 'mkdir /a.txt (1)'],
      taken: [],
    });
  });

  it('has what is there removed, if that is still there, when it replaces it', async () => {
    expect(await placing({ item: FOLDER, path: '/a.txt', onTaken: 'replace' })).toEqual({
      placed: ['/a.txt replaces'],
      changes: ['remove /a.txt over a.txt', 'mkdir /a.txt'],
      taken: [],
    });
  });

  it('is put over the file that was seen there when a conflict copy would be made otherwise', async () => {
    expect(await placing({ item: FILE, path: '/a.txt', onTaken: 'conflict-copy' })).toEqual({
      placed: ['/a.txt replaces'],
      changes: ['put /a.txt over a.txt'],
      taken: [],
    });
  });

  it('replaces nothing where the same is there already', async () => {
    const item: Dirent = { ...fileDirent('here'), name: 'a.txt' };
    expect((await placing({ item, path: '/a.txt', onTaken: 'conflict-copy' })).placed).toEqual(['/a.txt']);
  });
});

describe('another version of a file', () => {
  it.each(['refuse', 'number', 'replace'] as const)(
    'takes the place of the present one, whatever is to become of taken names: %s',
    async (onTaken) => {
      expect(await placing({ item: FILE, path: '/a.txt', onTaken, isVersion: true })).toEqual({
        placed: ['/a.txt replaces'],
        changes: ['put /a.txt over a.txt'],
        taken: [],
      });
    },
  );

  it('is an item like others where a folder has its name by now', async () => {
    const wanted = { item: FILE, path: '/d', onTaken: 'refuse', isVersion: true } as const;
    expect((await placing(wanted)).taken).toEqual(['/d']);
  });
});

it('two items never get the same path, not even in a folder that is not there yet', async () => {
  const wanted = { item: FILE, path: '/new/x.txt', onTaken: 'replace' } as const;
  expect((await placing(wanted, wanted, wanted)).placed).toEqual([
    '/new/x.txt',
    '/new/x (1).txt',
    '/new/x (2).txt',
  ]);
});

const id = 'a'.repeat(40) as ObjectId;
const base = 'b'.repeat(40) as ObjectId;
const file = {
  kind: 'file',
  name: 'old.txt',
  id,
  mode: FILE_MODE,
  mtimeSeconds: 5,
  sizeBytes: 3,
  modifier: 'anna',
} as const;
const { name: _name, ...dirent } = file;

describe('what puts an item at a path', () => {
  it('replaces the file that it names, or nothing', () => {
    expect(putItem(file, '/new.txt')).toEqual({ op: 'put', path: '/new.txt', dirent, base: null });
    expect(putItem(file, '/new.txt', base)).toEqual({ op: 'put', path: '/new.txt', dirent, base });
  });

  it('brings a folder with its tree and its time', () => {
    const folder = { kind: 'dir', name: 'old', id, mode: DIR_MODE, mtimeSeconds: 5 } as const;
    expect(putItem(folder, '/new')).toEqual({ op: 'mkdir', path: '/new', id, mtimeSeconds: 5 });
  });
});
