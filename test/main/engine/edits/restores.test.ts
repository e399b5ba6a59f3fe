import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../support/account-services.ts';
import { libraryWith } from '../../../support/edited-library.ts';
import { ANNA } from '../../../support/library-world.ts';

describe('an item whose name is taken where it comes back', () => {
  it.each([
    ['refuse', [], ['a.txt'], 1],
    ['number', ['/a (1).txt'], ['a (1).txt', 'a.txt'], 0],
    ['replace', ['/a.txt'], ['a.txt'], 0],
  ] as const)('can be dealt with by: %s', async (onTaken, paths, names, taken) => {
    const { world, edits, libraryId, commitId, command, namesIn } = await libraryWith({ '/a.txt': 'then' });
    await world.commit(
      libraryId,
      { op: 'remove', path: '/a.txt' },
      await world.put(libraryId, '/a.txt/b', 'now'),
    );
    const from = { path: '/a.txt', commitId };
    const done = await edits.restore({ ...command, items: [{ from, onTaken }] });
    expect(done.restored.map(({ path }) => path)).toEqual(paths);
    expect(done.taken).toHaveLength(taken);
    expect((await namesIn()).sort()).toEqual(names);
  });

  it('goes beside a folder under a conflict name, and is told where', async () => {
    const { world, edits, libraryId, commitId, command, namesIn } = await libraryWith({ '/a.txt': 'then' });
    await world.commit(
      libraryId,
      { op: 'remove', path: '/a.txt' },
      await world.put(libraryId, '/a.txt/b', 'now'),
    );
    const items = [{ from: { path: '/a.txt', commitId }, onTaken: 'conflict-copy' }] as const;
    const [restored] = (await edits.restore({ ...command, items })).restored;
    expect(restored?.path).toMatch(/^\/a \(SFConflict .*\)\.txt$/);
    expect(await namesIn()).toEqual(['a.txt', restored?.path.slice(1)]);
  });
});

describe('what is brought back', () => {
  it('of a commit is found by its path, and may have to be a file', async () => {
    const { edits, commitId, command } = await libraryWith({ '/d/a': 'a' });
    const restore = (from: { path: string; kind?: 'file' }) => () =>
      edits.restore({ ...command, items: [{ from: { commitId, ...from }, onTaken: 'refuse' }] });
    expect(await refusalOf(restore({ path: '/none' }))).toMatchObject({ code: 'item-not-found' });
    expect(await refusalOf(restore({ path: '/none', kind: 'file' }))).toMatchObject({
      code: 'file-not-found',
    });
    expect(await refusalOf(restore({ path: '/d', kind: 'file' }))).toMatchObject({ code: 'file-not-found' });
  });

  it('of the trash comes back where it was or where it is wanted, and once', async () => {
    const { world, edits, libraryId, command, namesIn } = await libraryWith({ '/a': 'a', '/b': 'b' });
    await world.commit(libraryId, { op: 'remove', path: '/a' }, { op: 'remove', path: '/b' });
    const trash = { path: '/', showDays: 0, cursor: null, limit: 9 };
    const thrown = (await world.trash.page(ANNA, libraryId, trash)).items;
    const [a, b] = thrown
      .toSorted((one, other) => (one.path < other.path ? -1 : 1))
      .map(({ trashId }) => trashId);
    const items = [
      { from: { trashId: a ?? 0 }, onTaken: 'number' },
      { from: { trashId: b ?? 0 }, to: '/c', onTaken: 'number' },
    ] as const;
    const { restored, gone, totals } = await edits.restore({ ...command, items });
    expect(restored.map(({ path }) => path)).toEqual(['/a', '/c']);
    expect([gone, totals]).toEqual([[], { fileCount: 0, sizeBytes: 0 }]);
    expect(await namesIn()).toEqual(['a', 'c']);
    const again = await edits.restore({ ...command, items: [items[0]] });
    expect(again).toMatchObject({ restored: [], gone: [items[0].from], made: { changed: false } });
  });

  it('of a commit is told in all, and a folder comes before what was in it', async () => {
    const { world, edits, libraryId, commitId, command } = await libraryWith({ '/d/a': 'aa', '/d/b': 'bbb' });
    await world.commit(libraryId, { op: 'remove', path: '/d' });
    const items = (['/d/a', '/d'] as const).map((path) => ({
      from: { path, commitId },
      onTaken: 'number' as const,
    }));
    const { restored, totals } = await edits.restore({ ...command, items });
    expect(restored.map(({ path }) => path)).toEqual(['/d', '/d/a']);
    expect(totals).toEqual({ fileCount: 3, sizeBytes: 7 });
  });
});
