import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { CommitId } from '../../../../src-main/core/objects/object-id.ts';
import type { ExportSource } from '../../../../src-main/usecases/files/files.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { collect } from '../../../support/collect.ts';
import { ANNA, BERT, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';

/** A library whose files hold these texts. */
async function libraryWith(world: LibraryWorld, files: Readonly<Record<string, string>>) {
  const id = await world.addLibrary();
  const { commitId } = await world.commit(id, ...(await puts(world, id, files)));
  return { id, commitId };
}

function puts(world: LibraryWorld, id: LibraryId, files: Readonly<Record<string, string>>) {
  return Promise.all(Object.entries(files).map(([path, text]) => world.put(id, path, text)));
}

async function namesIn(world: LibraryWorld, id: LibraryId, path = '/', at: CommitId | null = null) {
  return (await world.files.list(ANNA, id, path, at)).dirents.map(({ name }) => name);
}

async function textAt(world: LibraryWorld, id: LibraryId, path: string): Promise<string> {
  return textOf(await world.files.openForExport(ANNA, id, path, null));
}

async function textOf({ item, read }: ExportSource): Promise<string> {
  if (item.kind !== 'file') throw new Error('no file');
  return Buffer.concat(await collect(read(item))).toString();
}

const ALL = { paths: null, isDryRun: false };

/** Papers with three commits: two files, one of them edited with a third file, and one more file. */
async function edited() {
  const world = await libraryWorld();
  const libraryId = await world.addLibrary();
  await world.commit(libraryId, await world.put(libraryId, '/a', '1'), await world.put(libraryId, '/b', '1'));
  const second = await world.commit(
    libraryId,
    await world.put(libraryId, '/a', '22'),
    await world.put(libraryId, '/c', '3'),
  );
  await world.commit(libraryId, await world.put(libraryId, '/later', '4'));
  return { world, libraryId, commitId: second.commitId };
}

describe('undoing one commit', () => {
  it('makes a commit that takes back what it did and keeps what came later', async () => {
    const { world, libraryId, commitId } = await edited();
    const { made, plan } = await world.restores.undo(ANNA, { libraryId, commitId, ...ALL });
    expect([made?.changed, plan.leftAlone]).toEqual([true, []]);
    expect(plan.steps.map(({ action, path, files, bytes }) => [action, path, files, bytes])).toEqual([
      ['remove', '/c', 1, 1],
      ['old-content', '/a', 1, 1],
    ]);
    expect(await namesIn(world, libraryId)).toEqual(['a', 'b', 'later']);
    const { commits } = world.history.page(ANNA, libraryId, { page: 1, perPage: 1 });
    expect(commits[0]).toMatchObject({
      description: 'Undid: Added or modified "a" and 1 more files.',
      authorEmail: ANNA.email,
    });
  });

  it('can be undone itself', async () => {
    const { world, libraryId, commitId } = await edited();
    const before = world.libraries.find(ANNA, libraryId).library.rootId;
    const { made } = await world.restores.undo(ANNA, { libraryId, commitId, ...ALL });
    await world.restores.undo(ANNA, { libraryId, commitId: made?.commitId ?? commitId, ...ALL });
    expect(world.libraries.find(ANNA, libraryId).library.rootId).toBe(before);
  });

  it('only says what it would do when that is asked for', async () => {
    const { world, libraryId, commitId } = await edited();
    const head = world.libraries.find(ANNA, libraryId).library.headId;
    const request = { libraryId, commitId, paths: null, isDryRun: true };
    const { made, plan } = await world.restores.undo(ANNA, request);
    expect([made, plan.steps.map(({ path }) => path)]).toEqual([null, ['/c', '/a']]);
    expect(world.libraries.find(ANNA, libraryId).library.headId).toBe(head);
  });

  it('does only the rows that were chosen, and nothing a second time', async () => {
    const { world, libraryId, commitId } = await edited();
    const request = { libraryId, commitId, paths: ['/c'], isDryRun: false };
    await world.restores.undo(ANNA, request);
    expect((await world.files.entry(ANNA, libraryId, '/a', null)).id).toBe(
      (await world.files.entry(ANNA, libraryId, '/a', commitId)).id,
    );
    expect(await namesIn(world, libraryId)).toEqual(['a', 'b', 'later']);
    expect((await world.restores.undo(ANNA, request)).made).toBeNull();
  });

  it('undoes nothing of the commit that made the library', async () => {
    const { world, libraryId } = await edited();
    const first = world.history.page(ANNA, libraryId, { page: 1, perPage: 10 }).commits.at(-1);
    if (first === undefined) throw new Error('a library has a first commit');
    expect(await world.restores.undo(ANNA, { libraryId, commitId: first.id, ...ALL })).toMatchObject({
      made: null,
      plan: { steps: [], leftAlone: [] },
    });
  });

  it('is for those who may write, and plans again when somebody else was faster', async () => {
    const { world, libraryId, commitId } = await edited();
    const ask = () => world.restores.undo(BERT, { libraryId, commitId, ...ALL });
    expect(await refusalOf(ask)).toMatchObject({ code: 'permission-denied' });
    const faster = world.commit(libraryId, await world.put(libraryId, '/a', 'edited meanwhile'));
    const { plan } = await world.restores.undo(ANNA, { libraryId, commitId, ...ALL });
    await faster;
    expect(plan.leftAlone).toEqual([{ path: '/a', isDir: false, reason: 'changed-since' }]);
    expect(await namesIn(world, libraryId)).toEqual(['a', 'b', 'later']);
  });
});

describe('undoing several commits', () => {
  it('takes them back one by one, and tells how much was left alone', async () => {
    const { world, libraryId, commitId } = await edited();
    const third = await world.commit(libraryId, await world.put(libraryId, '/c', 'edited'));
    const { commitIds, leftAlone } = await world.restores.undoSeveral(ANNA, libraryId, [
      third.commitId,
      commitId,
    ]);
    expect(leftAlone).toEqual([]);
    expect(await namesIn(world, libraryId)).toEqual(['a', 'b', 'later']);
    const { commits } = world.history.page(ANNA, libraryId, { page: 1, perPage: 2 });
    expect(commits.map(({ id }) => id)).toEqual(commitIds.toReversed());
  });

  it('leaves alone what was changed since', async () => {
    const { world, libraryId, commitId } = await edited();
    await world.commit(libraryId, await world.put(libraryId, '/a', 'edited since'));
    const { commitIds, leftAlone } = await world.restores.undoSeveral(ANNA, libraryId, [commitId]);
    const left = [{ path: '/a', isDir: false, reason: 'changed-since' }];
    expect([commitIds.length, leftAlone]).toEqual([1, left]);
    expect(await namesIn(world, libraryId)).toEqual(['a', 'b', 'later']);
    expect(await world.restores.undoSeveral(ANNA, libraryId, [commitId])).toEqual({
      commitIds: [],
      leftAlone: left,
    });
  });
});

describe('restoring an item', () => {
  it('brings a deleted file back where it was, with its parents', async () => {
    const world = await libraryWorld();
    const { id, commitId } = await libraryWith(world, { '/d/a.txt': 'hello' });
    await world.commit(id, { op: 'remove', path: '/d' });
    const restored = await world.restores.item(ANNA, id, '/d/a.txt', commitId);
    expect(restored).toMatchObject({ path: '/d/a.txt', files: 1, bytes: 5 });
    expect(await textAt(world, id, '/d/a.txt')).toBe('hello');
    const { commits } = world.history.page(ANNA, id, { page: 1, perPage: 1 });
    expect(commits[0]).toMatchObject({
      id: restored.commitId,
      description: 'Reverted file "a.txt" to status at 2024-05-01 12:00:00',
    });
  });

  it('brings a deleted folder back with all it held', async () => {
    const world = await libraryWorld();
    const { id, commitId } = await libraryWith(world, { '/d/a': 'aa', '/d/e/b': 'bbb' });
    await world.commit(id, { op: 'remove', path: '/d' });
    const restored = await world.restores.item(ANNA, id, '/d', commitId);
    expect(restored).toMatchObject({ path: '/d', files: 2, bytes: 5 });
    expect(await textAt(world, id, '/d/e/b')).toBe('bbb');
    const { items } = await world.trash.page(ANNA, id, { path: '/', showDays: 0, cursor: null, limit: 9 });
    expect(items).toEqual([]);
  });

  it('puts an earlier version of a file in the place of the present one, which stays in history', async () => {
    const world = await libraryWorld();
    const { id, commitId } = await libraryWith(world, { '/a.txt': 'before' });
    const after = await world.commit(id, await world.put(id, '/a.txt', 'after'));
    await world.restores.item(ANNA, id, '/a.txt', commitId);
    expect(await textAt(world, id, '/a.txt')).toBe('before');
    expect(await namesIn(world, id)).toEqual(['a.txt']);
    expect(await textOf(await world.files.openForExport(ANNA, id, '/a.txt', after.commitId))).toBe('after');
  });

  it('never merges or replaces a folder: it comes back beside what has its name', async () => {
    const world = await libraryWorld();
    const { id, commitId } = await libraryWith(world, { '/d/a': 'then' });
    await world.commit(id, { op: 'remove', path: '/d' }, await world.put(id, '/d/b', 'now'));
    const restored = await world.restores.item(ANNA, id, '/d', commitId);
    expect(restored.path).toBe('/d (1)');
    expect(await namesIn(world, id, '/d')).toEqual(['b']);
    expect(await namesIn(world, id, '/d (1)')).toEqual(['a']);
  });

  it('gives a file beside a folder of its name a number before the extension', async () => {
    const world = await libraryWorld();
    const { id, commitId } = await libraryWith(world, { '/a.txt': 'file' });
    await world.commit(id, { op: 'remove', path: '/a.txt' }, await world.put(id, '/a.txt/b', 'folder'));
    expect(await world.restores.item(ANNA, id, '/a.txt', commitId)).toMatchObject({ path: '/a (1).txt' });
  });

  it('beside a file that stands where its folder was is told where it is', async () => {
    const world = await libraryWorld();
    const { id, commitId } = await libraryWith(world, { '/d/a.txt': 'hello' });
    await world.commit(id, { op: 'remove', path: '/d' }, await world.put(id, '/d', 'a file'));
    const { path } = await world.restores.item(ANNA, id, '/d/a.txt', commitId);
    expect(path).toMatch(/^\/d \(SFConflict .*\)\/a\.txt$/);
    expect(await textAt(world, id, path)).toBe('hello');
  });

  it('is previewed with nothing changed', async () => {
    const world = await libraryWorld();
    const { id, commitId } = await libraryWith(world, { '/d/a': 'then', '/d/b': 'two' });
    const { commitId: headId } = await world.commit(
      id,
      { op: 'remove', path: '/d' },
      await world.put(id, '/d/c', 'now'),
    );
    const preview = (path: string) => world.restores.previewItem(ANNA, id, path, commitId);
    expect(await preview('/d')).toEqual({ path: '/d (1)', files: 2, bytes: 7 });
    expect(await preview('/d/a')).toEqual({ path: '/d/a', files: 1, bytes: 4 });
    expect(await preview('/')).toEqual({ path: '/', files: 2, bytes: 7, replaces: true });
    expect(await refusalOf(() => preview('/none'))).toMatchObject({ code: 'item-not-found' });
    expect(world.history.page(ANNA, id, { page: 1, perPage: 1 }).commits[0]?.id).toBe(headId);
    expect(await namesIn(world, id)).toEqual(['d']);
  });

  it('is previewed to replace a file that is another one now, and nothing that is the same', async () => {
    const world = await libraryWorld();
    const { id, commitId } = await libraryWith(world, { '/a.txt': 'then', '/b.txt': 'same' });
    const preview = (path: string) => world.restores.previewItem(ANNA, id, path, commitId);
    expect(await preview('/')).toEqual({ path: '/', files: 2, bytes: 8 });
    await world.commit(id, await world.put(id, '/a.txt', 'now'));
    expect(await preview('/a.txt')).toEqual({ path: '/a.txt', files: 1, bytes: 4, replaces: true });
    expect(await preview('/b.txt')).toEqual({ path: '/b.txt', files: 1, bytes: 4 });
  });

  it('makes no commit for what is there unchanged', async () => {
    const world = await libraryWorld();
    const { id, commitId } = await libraryWith(world, { '/a.txt': 'same' });
    expect(await world.restores.item(ANNA, id, '/a.txt', commitId)).toMatchObject({ commitId });
  });

  it('knows what the commit does not hold', async () => {
    const world = await libraryWorld();
    const { id, commitId } = await libraryWith(world, { '/a.txt': 'a' });
    expect(await refusalOf(() => world.restores.item(ANNA, id, '/b', commitId))).toMatchObject({
      code: 'item-not-found',
    });
    const unknown = 'f'.repeat(40) as CommitId;
    expect(await refusalOf(() => world.restores.item(ANNA, id, '/a.txt', unknown))).toMatchObject({
      code: 'commit-not-found',
    });
  });

  it('of the root makes the library what it was, and history keeps what it was meanwhile', async () => {
    const world = await libraryWorld();
    const { id, commitId } = await libraryWith(world, { '/same': 's', '/edit': 'then', '/gone/a': 'a' });
    const changes = await puts(world, id, { '/edit': 'now', '/new/b': 'b' });
    const later = await world.commit(id, ...changes, { op: 'remove', path: '/gone' });
    const restored = await world.restores.item(ANNA, id, '/', commitId);
    expect(restored).toMatchObject({ path: '/', files: 3, bytes: 6 });
    expect(world.libraries.find(ANNA, id).library).toMatchObject({
      ...{
        rootId: world.stores.historyTable.find(id, commitId)?.rootId,
        headSeq: 4,
        fileCount: 3,
        sizeBytes: 6,
      },
    });
    expect(await namesIn(world, id, '/', later.commitId)).toEqual(['new', 'edit', 'same']);
  });

  it('of the root also takes back what somebody adds while it is planned', async () => {
    const world = await libraryWorld();
    const { id, commitId } = await libraryWith(world, { '/a': 'then' });
    await world.commit(id, ...(await puts(world, id, { '/a': 'now' })));
    const late = await world.put(id, '/late', 'added meanwhile');
    await Promise.all([world.restores.item(ANNA, id, '/', commitId), world.commit(id, late)]);
    expect(await namesIn(world, id)).toEqual(['a']);
    expect(await textAt(world, id, '/a')).toBe('then');
  });

  it('of a folder comes back beside one that somebody makes while it is planned', async () => {
    const world = await libraryWorld();
    const { id, commitId } = await libraryWith(world, { '/d/a': 'then' });
    await world.commit(id, { op: 'remove', path: '/d' });
    const late = await world.put(id, '/d/b', 'made meanwhile');
    const [restored] = await Promise.all([
      world.restores.item(ANNA, id, '/d', commitId),
      world.commit(id, late),
    ]);
    expect(restored.path).toBe('/d (1)');
    expect(await namesIn(world, id, '/d')).toEqual(['b']);
    expect(await namesIn(world, id, '/d (1)')).toEqual(['a']);
  });
});
