import { describe, expect, it } from 'vitest';
import type { CommitId } from '../../../../src-main/core/objects/object-id.ts';
import { findEntry } from '../../../../src-main/core/tree/tree-lookup.ts';
import { createReadDir } from '../../../../src-main/engine/reading/directory-reader.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { libraryWith } from '../../../support/edited-library.ts';
import { ANNA } from '../../../support/library-world.ts';
import { fileDirent } from '../../../support/trees.ts';

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

describe('undoing what is somewhere else by now', () => {
  /** A library in which `/Trip/a.txt` was edited, and what that edit was. */
  async function edited() {
    const given = await libraryWith({ '/Trip/a.txt': 'then', '/Trip/b.txt': 'other' });
    const { world, libraryId } = given;
    const { commitId } = await world.commit(libraryId, await world.put(libraryId, '/Trip/a.txt', 'edited'));
    return { ...given, edit: commitId };
  }
  type Edited = Awaited<ReturnType<typeof edited>>;

  async function undo({ edits, command }: Edited, commitId: CommitId, isDryRun = false) {
    const { plan, made } = await edits.undo({ ...command, commitId, paths: null, isDryRun });
    const steps = plan.steps.map(({ action, path }) => `${action} ${path}`);
    const leftAlone = plan.leftAlone.map(({ path, reason }) => `${path}: ${reason}`);
    return { steps, leftAlone, isMade: made !== null };
  }

  const textAt = async ({ world, libraryId }: Edited, path: string) => {
    const { library } = world.libraries.find(ANNA, libraryId);
    const readDir = createReadDir(world.stores.objects.library(libraryId));
    const found = await findEntry(readDir, library.rootId, path);
    return ['then', 'edited', 'again'].find((text) => found?.id === fileDirent(text).id) ?? null;
  };

  it('brings old content to the file where it was renamed and moved to, and a dry run says so', async () => {
    const given = await edited();
    const { world, libraryId, edit } = given;
    await world.commit(libraryId, { op: 'move', from: '/Trip/a.txt', to: '/Trip/c.txt' });
    await world.commit(libraryId, { op: 'move', from: '/Trip', to: '/Journey' });
    await world.commit(libraryId, { op: 'move', from: '/Journey/c.txt', to: '/d.txt' });
    const planned = { steps: ['old-content /d.txt'], leftAlone: [] };
    expect(await undo(given, edit, true)).toEqual({ ...planned, isMade: false });
    expect(await textAt(given, '/d.txt')).toBe('edited');
    expect(await undo(given, edit)).toEqual({ ...planned, isMade: true });
    expect(await textAt(given, '/d.txt')).toBe('then');
    expect(await undo(given, edit)).toEqual({ steps: [], leftAlone: [], isMade: false });
  });

  it('does not touch what was edited since, wherever that is, nor what took its old name', async () => {
    const given = await edited();
    const { world, libraryId, edit } = given;
    await world.commit(libraryId, { op: 'move', from: '/Trip/a.txt', to: '/c.txt' });
    await world.commit(
      libraryId,
      await world.put(libraryId, '/c.txt', 'again'),
      await world.put(libraryId, '/Trip/a.txt', 'edited'),
    );
    expect(await undo(given, edit)).toEqual({
      ...{ steps: [], leftAlone: ['/c.txt: changed-since'], isMade: false },
    });
    expect(await textAt(given, '/Trip/a.txt')).toBe('edited');
  });

  it('tells what is gone since by the name it had last', async () => {
    const given = await edited();
    const { world, libraryId, edit } = given;
    await world.commit(libraryId, { op: 'move', from: '/Trip/a.txt', to: '/c.txt' });
    await world.commit(libraryId, { op: 'remove', path: '/c.txt' });
    expect(await undo(given, edit)).toMatchObject({ steps: [], leftAlone: ['/c.txt: gone-since'] });
  });

  it('puts back, takes away and renames back in a folder that has another name by now', async () => {
    const given = await edited();
    const { world, libraryId } = given;
    const { commitId } = await world.commit(
      libraryId,
      { op: 'move', from: '/Trip/a.txt', to: '/Trip/z.txt' },
      { op: 'remove', path: '/Trip/b.txt' },
      await world.put(libraryId, '/Trip/new.txt', 'then'),
    );
    await world.commit(libraryId, { op: 'move', from: '/Trip', to: '/Journey' });
    expect(await undo(given, commitId)).toEqual({
      steps: ['remove /Journey/new.txt', 'move-back /Journey/a.txt', 'put-back /Journey/b.txt'],
      ...{ leftAlone: [], isMade: true },
    });
    expect(await textAt(given, '/Journey/a.txt')).toBe('edited');
    expect(await textAt(given, '/Trip/b.txt')).toBeNull();
  });

  it('leaves alone what was added or renamed, and got another name since', async () => {
    const given = await edited();
    const { world, libraryId } = given;
    const { commitId } = await world.commit(
      libraryId,
      { op: 'move', from: '/Trip/a.txt', to: '/Trip/z.txt' },
      await world.put(libraryId, '/new.txt', 'then'),
    );
    await world.commit(
      libraryId,
      { op: 'move', from: '/Trip/z.txt', to: '/Trip/y.txt' },
      { op: 'move', from: '/new.txt', to: '/mine.txt' },
    );
    await world.commit(libraryId, await world.put(libraryId, '/mine.txt', 'again'));
    expect(await undo(given, commitId)).toEqual({
      ...{ steps: [], leftAlone: ['/mine.txt: renamed-since', '/Trip/y.txt: renamed-since'], isMade: false },
    });
  });

  it('is planned anew where the file is renamed while it is planned', async () => {
    const given = await edited();
    const { world, libraryId, edit } = given;
    const moved = world.commit(libraryId, { op: 'move', from: '/Trip/a.txt', to: '/c.txt' });
    expect(await undo(given, edit)).toMatchObject({ steps: ['old-content /c.txt'], isMade: true });
    await moved;
    expect(await textAt(given, '/c.txt')).toBe('then');
  });
});
