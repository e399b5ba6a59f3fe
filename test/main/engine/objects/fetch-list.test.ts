import { describe, expect, it } from 'vitest';
import { EMPTY_ID, type ObjectId, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import type { ReadDir } from '../../../../src-main/core/tree/read-dir.ts';
import { type FetchRequest, idsToFetch } from '../../../../src-main/engine/objects/fetch-list.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { fileDirent, fileIdOf, type TreeLiteral, TreeStore } from '../../../support/trees.ts';
import { turnsTaken } from '../../../support/turns-taken.ts';

async function listed(readDir: ReadDir, request: FetchRequest): Promise<ObjectId[]> {
  const ids: ObjectId[] = [];
  for await (const some of idsToFetch(readDir, request)) ids.push(...some);
  return ids;
}

/** What a client that has one tree is told to fetch for another one, in the words that stand for the ids. */
async function told(wanted: TreeLiteral, had: TreeLiteral | null, { dirsOnly = false } = {}) {
  const store = new TreeStore();
  const rootId = store.build(wanted);
  const haveRootId = had && store.build(had);
  const names = new Map<string, string>([[rootId, '/']]);
  const name = (tree: TreeLiteral, path: string) => {
    for (const [at, value] of Object.entries(tree)) {
      if (typeof value === 'string') names.set(fileIdOf(value), value);
      else {
        names.set(store.build(value as TreeLiteral), `${path}${at}`);
        name(value as TreeLiteral, `${path}${at}/`);
      }
    }
  };
  name(wanted, '/');
  return (await listed(store.readDir, { rootId, haveRootId, dirsOnly })).map((id) => names.get(id));
}

describe('the list of what to fetch', () => {
  it('is all of the tree for a client that has nothing, children before parents', async () => {
    expect(await told({ a: 'one', d: { b: 'two', e: { c: 'three' } } }, null)).toEqual([
      ...['three', '/d/e', 'two', '/d', 'one', '/'],
    ]);
  });

  it('is what is not at the same place in the tree that the client has', async () => {
    const had = { a: 'one', d: { b: 'two' }, same: { x: 'y' } };
    expect(await told({ a: 'one', d: { b: 'two', c: 'three' }, same: { x: 'y' } }, had)).toEqual([
      ...['three', '/d', '/'],
    ]);
    // Elsewhere it may have it and may not: more does no harm.
    expect(await told({ moved: { x: 'y' } }, { was: { x: 'y' } })).toEqual(['y', '/moved', '/']);
  });

  it('is empty for a client that has the tree, and for a tree without anything in it', async () => {
    expect(await told({ a: 'one' }, { a: 'one' })).toEqual([]);
    expect(
      await listed(new TreeStore().readDir, { rootId: EMPTY_ID, haveRootId: null, dirsOnly: false }),
    ).toEqual([]);
  });

  it('leaves out what is empty, and what a file has become where the client has a folder', async () => {
    expect(await told({ empty: '', none: {}, d: 'file' }, { d: { b: 'two' } })).toEqual(['file', '/']);
    expect(await told({ d: { b: 'two' } }, { d: 'file' })).toEqual(['two', '/d', '/']);
  });

  it('leaves files out for a client that asks for folders only', async () => {
    expect(await told({ a: 'one', d: { b: 'two' } }, null, { dirsOnly: true })).toEqual(['/d', '/']);
  });

  it('names a folder once, however often the tree does', async () => {
    const same = { x: 'y' };
    expect(await told({ a: same, b: same, c: same }, null)).toHaveLength(3);
  });
});

it('what is gone of the tree that the client has counts as not there', async () => {
  const store = new TreeStore();
  const request = { rootId: store.build({ a: 'one' }), haveRootId: objectIdOf('gone'), dirsOnly: false };
  expect(await listed(store.readDir, request)).toEqual([fileIdOf('one'), request.rootId]);
  const broken = { ...request, rootId: objectIdOf('gone too') };
  expect(await refusalOf(() => listed(store.readDir, broken))).toMatchObject({ code: 'object-missing' });
});

it('a tree that never ends is refused as damaged', async () => {
  let made = 0;
  const readDir: ReadDir = async () => {
    made += 1;
    return [{ kind: 'dir', name: 'd', id: objectIdOf(`level ${made}`), mode: 0o40000, mtimeSeconds: 5 }];
  };
  const request = { rootId: objectIdOf('level 0'), haveRootId: null, dirsOnly: false };
  expect(await refusalOf(() => listed(readDir, request))).toMatchObject({
    code: 'object-corrupt',
    detail: { reason: 'too-deep' },
  });
});

it('what a client lacks of a long folder is found in turns', async () => {
  const row = fileDirent('x');
  const rows = Array.from({ length: 20_000 }, (_, at) => ({ ...row, name: `${100_000 + at}` })).reverse();
  const request = { rootId: objectIdOf('new'), haveRootId: objectIdOf('had'), dirsOnly: false };
  const { turns, result } = await turnsTaken(() => listed(async () => rows, request));
  expect(result).toEqual([objectIdOf('new')]);
  expect(turns).toBeGreaterThanOrEqual(15);
});
