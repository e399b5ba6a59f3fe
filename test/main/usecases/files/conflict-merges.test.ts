import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { TreeChange } from '../../../../src-main/core/tree/apply.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { makeFolderLibrary } from '../../../support/folder-libraries.ts';
import { ANNA, BERT, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';
import { bringTree, takeCommit } from '../../../support/pushed-trees.ts';
import { builtTree, noRequests, syncDevice } from '../../../support/sync-device.ts';

const COPY = '/d/a (SFConflict bert@example.com 2026-11-20-10-11-12).txt';
const ORIGINAL = '/d/a.txt';

/** A library in which the original had these texts, one after the other, before the copy came beside it. */
async function clashing(originals: readonly string[], copy: string) {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  for (const text of originals) await world.commit(id, await world.put(id, ORIGINAL, text));
  await world.commit(id, await world.put(id, COPY, copy));
  return { world, id };
}

async function opened(world: LibraryWorld, libraryId: LibraryId, path = COPY) {
  const texts = await world.conflictMerges.open(ANNA, { libraryId, path });
  if ('obstacle' in texts) return texts.obstacle;
  return [texts.ancestor.text.lines, texts.original.text.lines, texts.copy.text.lines];
}

async function contentOf(world: LibraryWorld, id: LibraryId, path: string): Promise<string> {
  const { library } = world.libraries.find(ANNA, id);
  const item = await world.files.entry(ANNA, id, path, null);
  const bytes = await world.contents.readWhole(library, item, { fileKey: null, maxBytes: 1000 });
  return bytes?.toString() ?? '';
}

async function namesIn(world: LibraryWorld, id: LibraryId): Promise<string[]> {
  return (await world.files.list(ANNA, id, '/d', null)).dirents.map(({ name }) => name);
}

async function ids(world: LibraryWorld, libraryId: LibraryId) {
  const texts = await world.conflictMerges.open(ANNA, { libraryId, path: COPY });
  if ('obstacle' in texts) throw new Error(texts.obstacle);
  return { libraryId, path: COPY, originalId: texts.original.file.id, copyId: texts.copy.file.id };
}

describe('the texts of a conflict', () => {
  it('are both sides and the version that the copy is most like, of those before the one it met', async () => {
    const { world, id } = await clashing(
      ['1\n2\n3\n4\n', '1\n2\n3\nmine\n', '1\n2\n3\nMINE\n'],
      '1\ntheirs\n3\n4\n',
    );
    expect(await opened(world, id)).toEqual([
      ['1', '2', '3', '4'],
      ['1', '2', '3', 'MINE'],
      ['1', 'theirs', '3', '4'],
    ]);
  });

  it('are found where the original was renamed before, the folder later, and both were edited since', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/d/b.txt', '1\n2\n3\n'));
    await world.commit(id, { op: 'move', from: '/d/b.txt', to: ORIGINAL });
    await world.commit(id, await world.put(id, ORIGINAL, '1\n2\nmine\n'));
    await world.commit(id, await world.put(id, COPY, 'theirs\n2\n3\n'));
    await world.commit(id, { op: 'move', from: '/d', to: '/e' });
    await world.commit(id, await world.put(id, '/e/a.txt', '1\n2\nMINE\n'));
    expect(await opened(world, id, COPY.replace('/d/', '/e/'))).toEqual([
      ['1', '2', '3'],
      ['1', '2', 'MINE'],
      ['theirs', '2', '3'],
    ]);
  });

  it('are those of an edit that was committed without knowing the newest version', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const first = await world.put(id, ORIGINAL, '1\n2\n3\n');
    const edit = await world.put(id, ORIGINAL, 'theirs\n2\n3\n');
    if (first.op !== 'put' || edit.op !== 'put') throw new Error('both are put');
    await world.commit(id, first);
    await world.commit(id, await world.put(id, ORIGINAL, '1\n2\nmine\n'));
    await world.commit(id, { ...edit, base: first.dirent.id });
    const name = (await namesIn(world, id)).find((each) => each.includes('SFConflict'));
    expect(await opened(world, id, `/d/${name}`)).toEqual([
      ['1', '2', '3'],
      ['1', '2', 'mine'],
      ['theirs', '2', '3'],
    ]);
  });

  it('can be merged in a sample', async () => {
    const world = await libraryWorld();
    const { id } = (await world.sampleLibraries.make(ANNA, 'en')).library;
    const [copy] = await world.conflictCopies.list(ANNA);
    expect(await opened(world, id, copy?.path)).toEqual([
      expect.any(Array),
      expect.any(Array),
      expect.any(Array),
    ]);
  });

  it('of a merge of what two devices did are those that it was made from, however little they have in common', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const device = syncDevice(noRequests, id, ANNA.email);
    const push = async (text: string, parentId: Parameters<typeof device.commitOf>[1]) => {
      const tree = builtTree({ d: { 'a.txt': text } }, ANNA.email);
      const commit = device.commitOf(tree.rootId, parentId);
      await bringTree(world, commit, tree);
      await takeCommit(world, id, commit.id);
      return commit.id;
    };
    const first = await push('first\n', world.libraries.find(ANNA, id).library.headId);
    await push('second\n', first);
    await push('third\n', first);
    const name = (await namesIn(world, id)).find((each) => each.includes('SFConflict'));
    expect(await opened(world, id, `/d/${name}`)).toEqual([['first'], ['second'], ['third']]);
  });

  it.each([
    ['no-ancestor', ['a\n'], 'b\n'],
    // Nothing says that both were made from it.
    ['no-ancestor', ['1\n2\n', '1\n3\n'], 'other\nwords\n'],
    ['no-ancestor', ['', '1\n'], '2\n'],
    ['no-text', ['a\n', 'b\0\n'], 'a\n'],
    ['line-ends', ['a\nb\n', 'a\nc\n'], 'a\r\nb\r\n'],
    ['line-ends', ['a\nb\n', 'a\r\nc\n'], 'a\nb\n'],
    ['too-large', ['a\n', 'b\n'], 'a\n'.repeat(20_001)],
    ['too-large', ['a\n', 'b\n'], 'x'.repeat(1024 * 1024 + 1)],
    ['no-original', [], 'a\n'],
  ])('cannot be merged: %s', async (obstacle, originals, copy) => {
    const { world, id } = await clashing(originals, copy);
    expect(await opened(world, id)).toBe(obstacle);
  });

  it('are for who may read them, and only of conflict copies', async () => {
    const { world, id } = await clashing(['a\n', 'b\n'], 'a\nc\n');
    const open = (caller: typeof ANNA, path: string) => () =>
      world.conflictMerges.open(caller, { libraryId: id, path });
    expect(await refusalOf(async () => open(BERT, COPY)())).toMatchObject({ code: 'permission-denied' });
    expect(await refusalOf(open(ANNA, ORIGINAL))).toMatchObject({ code: 'item-not-found' });
  });
});

describe('a merged text', () => {
  const SIDES = [['1\n2\n3\n', '1\n2\nmine\n'], 'theirs\n2\n3\n'] as const;
  const PIECES = ['copy:0-1', 'original:1-3'];

  it('takes the place of the original and ends the conflict, as one commit that can be undone', async () => {
    const { world, id } = await clashing(...SIDES);
    const before = world.libraries.find(ANNA, id).library;
    const made = await world.conflictMerges.save(ANNA, { ...(await ids(world, id)), pieces: PIECES });
    const { library } = world.libraries.find(ANNA, id);
    expect(made).toEqual({ path: ORIGINAL, commitId: library.headId });
    expect(library.headSeq).toBe(before.headSeq + 1);
    expect(await namesIn(world, id)).toEqual(['a.txt']);
    expect(await contentOf(world, id, ORIGINAL)).toBe('theirs\n2\nmine\n');
    expect(await world.conflictCopies.list(ANNA)).toEqual([]);
    await world.restores.undoSeveral(ANNA, id, [made.commitId]);
    expect(await contentOf(world, id, ORIGINAL)).toBe('1\n2\nmine\n');
    expect(await contentOf(world, id, COPY)).toBe('theirs\n2\n3\n');
  });

  it('is made in a folder library as in the library around it', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const [first = '', second = ''] = SIDES[0];
    await world.commit(id, await world.put(id, ORIGINAL, first));
    const folder = await makeFolderLibrary(world, id, '/d');
    await world.commit(id, await world.put(id, ORIGINAL, second));
    await world.commit(id, await world.put(id, COPY, SIDES[1]));
    const path = COPY.slice(2);
    const texts = await world.conflictMerges.open(ANNA, { libraryId: folder, path });
    if ('obstacle' in texts) throw new Error(texts.obstacle);
    const order = { originalId: texts.original.file.id, copyId: texts.copy.file.id, pieces: PIECES };
    await world.conflictMerges.save(ANNA, { libraryId: folder, path, ...order });
    expect(await namesIn(world, id)).toEqual(['a.txt']);
    expect(await contentOf(world, id, ORIGINAL)).toBe('theirs\n2\nmine\n');
  });

  it.each([
    ['the original', ORIGINAL, 'other\n'],
    ['the copy', COPY, 'other\n'],
  ])('is refused when %s is another one by now, and changes nothing', async (_, path, text) => {
    const { world, id } = await clashing(...SIDES);
    const order = { ...(await ids(world, id)), pieces: PIECES };
    await world.commit(id, await world.put(id, path, text));
    const { headId } = world.libraries.find(ANNA, id).library;
    expect(await refusalOf(() => world.conflictMerges.save(ANNA, order))).toMatchObject({
      code: 'head-moved',
      detail: { reason: 'file-changed' },
    });
    expect(world.libraries.find(ANNA, id).library.headId).toBe(headId);
  });

  it('is refused lines that are not there, and a copy that is gone', async () => {
    const { world, id } = await clashing(...SIDES);
    const order = { ...(await ids(world, id)), pieces: ['copy:0-4'] };
    expect(await refusalOf(() => world.conflictMerges.save(ANNA, order))).toMatchObject({
      code: 'argument-invalid',
    });
    const gone: TreeChange = { op: 'remove', path: COPY };
    await world.commit(id, gone);
    expect(await refusalOf(() => world.conflictMerges.save(ANNA, order))).toMatchObject({
      code: 'item-not-found',
    });
  });

  it('is refused where one may not write, or a side is none that can be merged', async () => {
    const { world, id } = await clashing(['a\n', 'b\0'], 'a\n');
    const order = { libraryId: id, path: COPY, originalId: '', copyId: '', pieces: [] };
    expect(await refusalOf(() => world.conflictMerges.save(BERT, order))).toMatchObject({
      code: 'permission-denied',
    });
    expect(await refusalOf(() => world.conflictMerges.save(ANNA, order))).toMatchObject({
      code: 'argument-invalid',
      detail: { field: 'path', reason: 'no-text' },
    });
  });
});
