import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import type { TreeChange } from '../../../../src-main/core/tree/apply.ts';
import { adoptHead } from '../../../../src-main/engine/heads/adopt-head.ts';
import {
  type CheckDependencies,
  LibraryInspection,
  UntrueContent,
} from '../../../../src-main/engine/objects/check-library.ts';
import type { LibraryObjects, ObjectStore } from '../../../../src-main/store/objects/object-store.ts';
import { ADMIN, ANNA, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';
import { toldFile } from '../../../support/lying-files.ts';
import { pushed } from '../../../support/pushed-trees.ts';
import { commitId, storeCommit } from '../../../support/stored-commits.ts';
import { builtTree } from '../../../support/sync-device.ts';
import { fileIdOf } from '../../../support/trees.ts';

const DAY = 86_400;

interface Looking extends Partial<CheckDependencies> {
  readonly full?: boolean;
  readonly signal?: AbortSignal;
}

/** A look at one library. */
function inspection(
  { stores }: LibraryWorld,
  id: LibraryId,
  { full = false, signal, ...says }: Looking = {},
) {
  const library = stores.libraryTable.find(id);
  if (library === null) throw new Error('a library expected');
  const deps = { ...stores, databaseFaults: async () => [], ...says };
  return new LibraryInspection(deps, library, { full, ...(signal ? { signal } : {}) });
}

/** What is wrong with it, in words. */
async function found(world: LibraryWorld, id: LibraryId, looking: Looking = {}) {
  const looked = inspection(world, id, looking);
  await looked.run();
  return looked.problems().map(({ kind, reason, id: what }) => `${kind} ${what}: ${reason}`);
}

const fullyFound = (world: LibraryWorld, id: LibraryId) => found(world, id, { full: true });

/** A library with two versions of a file and an empty one. */
async function worldWithLibrary() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const first = await world.commit(id, await world.put(id, '/a', 'first'), await world.put(id, '/empty', ''));
  const head = await world.commit(id, await world.put(id, '/a', 'second'));
  return { world, id, first, head };
}

describe('a library that is sound', () => {
  it('has nothing wrong with it, and is counted: commits, objects and, in a full check, bytes', async () => {
    const { world, id } = await worldWithLibrary();
    const fast = inspection(world, id);
    await fast.run();
    // Three commits, of which the head is read again for the record; two roots, two files and their blocks.
    expect([fast.problems(), fast.commits, fast.objects, fast.bytes]).toEqual([[], 3, 10, 0]);
    const full = inspection(world, id, { full: true });
    await full.run();
    expect(full.problems()).toEqual([]);
    const stored = [...world.stores.objects.library(id).list()];
    expect(full.bytes).toBe(stored.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  });

  it('may have a commit that names another author than who pushed it', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const tree = builtTree({ 'a.txt': 'x' }, ANNA.email);
    const pushedId = await pushed(world, id, tree, { authorEmail: ADMIN.email });
    expect(world.history.find(ANNA, id, pushedId).authorEmail).toBe(ANNA.email);
    expect(await fullyFound(world, id)).toEqual([]);
  });

  it('may have lost the trees of commits that it keeps no longer', async () => {
    const { world, id, head } = await worldWithLibrary();
    const store = world.stores.objects.library(id);
    const gone = objectIdOf('gone');
    const parentId = await storeCommit(store, id, '1', { parentId: head.commitId, rootId: gone });
    const headId = await storeCommit(store, id, '2', { parentId, rootId: head.rootId });
    await adoptHead(world.stores, { id, headId, owner: { kind: 'user', email: ANNA.email } });
    expect(await fullyFound(world, id)).toEqual([`fs ${gone}: object-missing`]);
    world.stores.libraryTable.keepFrom(id, 5);
    expect(await fullyFound(world, id)).toEqual([]);
  });
});

describe('an object of a library', () => {
  it.each([
    ['a block that a kept version needs', 'block', objectIdOf('first')],
    ['the object of a file', 'fs', fileIdOf('first')],
  ] as const)('is named when it is not there: %s', async (_words, kind, lost) => {
    const { world, id } = await worldWithLibrary();
    await world.stores.objects.library(id).flush();
    world.clock.advance(2 * DAY);
    const lastReferencedBeforeSeconds = world.clock.nowSeconds() - DAY;
    await world.stores.objects.library(id).remove([{ kind, id: lost }], { lastReferencedBeforeSeconds });
    expect(await found(world, id)).toEqual([`${kind} ${lost}: object-missing`]);
  });

  it('is named when history needs it and all of them are gone, the commits first', async () => {
    const { world, id, head } = await worldWithLibrary();
    await world.stores.objects.removeLibrary(id);
    expect((await found(world, id))[0]).toBe(`commit ${head.commitId}: object-missing`);
  });

  it('is named for the file that it was in, unless another reason was found first', async () => {
    const { world, id, first, head } = await worldWithLibrary();
    const missingFiles = async () => [
      { kind: 'fs', id: first.rootId } as const,
      { kind: 'commit', id: head.commitId } as const,
    ];
    expect((await found(world, id, { missingFiles }))[0]).toBe(`fs ${first.rootId}: file-missing`);
    await world.stores.objects.removeLibrary(id);
    expect((await found(world, id, { missingFiles }))[0]).toBe(`commit ${head.commitId}: object-missing`);
  });

  it('is looked for in the files of the store where it has any; packs are read in a full check only', async () => {
    const { world, id } = await worldWithLibrary();
    const damagedPacks = async () => [{ file: 'a.pack', reason: 'header' }] as never;
    expect(await found(world, id, { damagedPacks })).toEqual([]);
    expect(await found(world, id, { damagedPacks, full: true })).toEqual(['pack a.pack: header']);
  });

  it('is read in a full check also when nothing needs it any more', async () => {
    const { world, id } = await worldWithLibrary();
    const store = world.stores.objects.library(id);
    const old = {
      kind: 'block',
      id: objectIdOf('other'),
      sizeBytes: 5,
      storedBytes: 5,
      storedAtSeconds: 5,
    } as const;
    const seen: Partial<LibraryObjects> = {
      has: (kind, id) => store.has(kind, id),
      sizeOf: (kind, id) => store.sizeOf(kind, id),
      read: (kind, id, options) => store.read(kind, id, options),
      damaged: () => store.damaged(),
      list: () => [...store.list(), old],
    };
    const objects = { library: () => seen } as unknown as ObjectStore;
    expect(await found(world, id, { objects })).toEqual([]);
    expect(await found(world, id, { objects, full: true })).toEqual([`block ${old.id}: object-missing`]);
  });

  it('is named when it is a file whose blocks are longer or shorter than it says, which nobody can download', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const store = world.stores.objects.library(id);
    for (const objectBytes of [1, 4]) {
      const told = await toldFile(store, '/lie', { blocks: ['abc'], objectBytes, rowBytes: objectBytes });
      await world.commit(id, told);
    }
    expect(await found(world, id)).toEqual([
      expect.stringMatching(/^fs .*: size-differs$/),
      expect.stringMatching(/^fs .*: size-differs$/),
    ]);
  });
});

describe('the record of a library', () => {
  it.each([
    ['another root', "UPDATE libraries SET root_id = ''", 'record-differs'],
    ['another name', "UPDATE libraries SET name = 'Other'", 'record-differs'],
    ['another time', 'UPDATE libraries SET updated_at_s = 5', 'record-differs'],
  ])('differs from the head where it has %s', async (_words, sql, reason) => {
    const { world, id, head } = await worldWithLibrary();
    world.db.exec(sql);
    expect(await found(world, id)).toEqual([`head ${head.commitId}: ${reason}`]);
  });

  it('has the totals of the tree, which a full check counts', async () => {
    const { world, id, head } = await worldWithLibrary();
    world.db.exec('UPDATE libraries SET size_bytes = 7');
    expect(await found(world, id)).toEqual([]);
    expect(await fullyFound(world, id)).toEqual([`head ${head.commitId}: totals-differ`]);
  });

  it('is older than the journal where the last head that was journalled is unknown to it', async () => {
    const { world, id, first, head } = await worldWithLibrary();
    const looked = inspection(world, id);
    looked.checkJournal(first.commitId);
    looked.checkJournal(head.commitId);
    expect(looked.problems()).toEqual([]);
    looked.checkJournal(commitId('1'));
    expect(looked.problems()).toEqual([
      { libraryId: id, kind: 'head', id: '1'.repeat(40), reason: 'older-than-journal' },
    ]);
  });
});

describe('the history of a library', () => {
  it('is read to its first commit', async () => {
    const { world, id } = await worldWithLibrary();
    world.db.exec('DELETE FROM commits WHERE seq = 1');
    expect(await found(world, id)).toEqual(['database history 1: history-row-missing']);
  });

  it('says what the commits say', async () => {
    const { world, id, first } = await worldWithLibrary();
    world.db.exec("UPDATE commits SET description = 'other' WHERE seq = 2");
    expect(await found(world, id)).toEqual([`commit ${first.commitId}: history-row-differs`]);
  });

  it('has a time that every calendar has, or is told as untrue', async () => {
    const { world, id, head } = await worldWithLibrary();
    const store = world.stores.objects.library(id);
    const far = { parentId: head.commitId, rootId: head.rootId, ctimeSeconds: 10 ** 13 };
    const headId = await storeCommit(store, id, '1', far);
    await adoptHead(world.stores, { id, headId, owner: { kind: 'user', email: ANNA.email } });
    const looked = inspection(world, id);
    await looked.run();
    expect(looked.problems()).toEqual([]);
    expect(looked.untrue.items).toEqual([{ libraryId: id, commitId: headId, path: '', reason: 'time' }]);
  });

  it.each([
    ['one of them says something else', 'UPDATE commit_changes SET size_bytes = 7 WHERE position = 2100'],
    ['the last of them is missing', 'DELETE FROM commit_changes WHERE position = 2499'],
    ['all of the last page are missing', 'DELETE FROM commit_changes WHERE position >= 2000'],
  ])('has thousands of changes, which a full check compares: %s', async (_words, sql) => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const file = await world.put(id, '/first', 'x');
    await world.commit(id, file);
    const changes = Array.from({ length: 2_500 }, (_, at) => ({ ...file, path: `/${at}` }));
    await world.commit(id, ...(changes as TreeChange[]));
    expect(await fullyFound(world, id)).toEqual([]);
    world.db.exec(sql);
    expect(await found(world, id)).toEqual([]);
    expect(await fullyFound(world, id)).toEqual(['database history 3: changes-differ']);
  });
});

it('it ends when it is called off', async () => {
  const { world, id } = await worldWithLibrary();
  const signal = AbortSignal.abort(new Error('called off'));
  await expect(inspection(world, id, { signal }).run()).rejects.toThrow('called off');
});

const LIBRARY = '00000000-0000-4000-8000-000000000001' as LibraryId;

it('a path is told once for a reason, with the commit that was named first', () => {
  const untrue = new UntrueContent(LIBRARY);
  untrue.add(commitId('2'), '/a', 'size');
  untrue.add(commitId('1'), '/a', 'size');
  untrue.add(commitId('1'), '/a', 'time');
  expect(untrue.items).toEqual([
    { libraryId: LIBRARY, commitId: commitId('2'), path: '/a', reason: 'size' },
    { libraryId: LIBRARY, commitId: commitId('1'), path: '/a', reason: 'time' },
  ]);
});

it('commits without a path are told one by one', () => {
  const untrue = new UntrueContent(LIBRARY);
  untrue.add(commitId('1'), '', 'time');
  untrue.add(commitId('2'), '', 'time');
  expect(untrue.items.map(({ commitId }) => commitId[0])).toEqual(['1', '2']);
});

it('a library full of it is told by 20 of them, and counted to 1,000', () => {
  const untrue = new UntrueContent(LIBRARY);
  for (let at = 0; at < 1_100; at += 1) untrue.add(commitId('1'), `/${at}`, 'size');
  expect([untrue.items.length, untrue.count]).toEqual([20, 1_000]);
});

it('a path is told to the length of the longest that Linux takes', () => {
  const untrue = new UntrueContent(LIBRARY);
  untrue.add(commitId('1'), `/${'x'.repeat(5_000)}`, 'size');
  expect(untrue.items[0]?.path).toHaveLength(4_096);
});
