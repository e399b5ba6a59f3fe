import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { CommitId } from '../../../../src-main/core/objects/object-id.ts';
import type { ExportSource } from '../../../../src-main/usecases/files/files.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { collect } from '../../../support/collect.ts';
import { ANNA, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';

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

describe('looking at files', () => {
  it('shows a folder as it is, and as it was at a commit', async () => {
    const world = await libraryWorld();
    const { id, commitId } = await libraryWith(world, { '/d/a': 'a', '/b': 'b' });
    await world.commit(id, { op: 'remove', path: '/b' });
    expect(await namesIn(world, id)).toEqual(['d']);
    expect(await namesIn(world, id, '/', commitId)).toEqual(['d', 'b']);
    expect(await world.files.entry(ANNA, id, '/b', commitId)).toMatchObject({ kind: 'file', sizeBytes: 1 });
  });

  it('knows no commit of another library', async () => {
    const world = await libraryWorld();
    const { id } = await libraryWith(world, { '/a': 'a' });
    const other = await libraryWith(world, { '/b': 'b' });
    expect(await refusalOf(() => world.files.list(ANNA, id, '/', other.commitId))).toMatchObject({
      code: 'commit-not-found',
    });
  });
});

describe('taking an item out', () => {
  it('gives a folder with all below it, parents first, and the bytes of each file', async () => {
    const world = await libraryWorld();
    const { id } = await libraryWith(world, { '/d/e/a.txt': 'hello', '/d/b.txt': '', '/other': 'x' });
    const taken = await world.files.openForExport(ANNA, id, '/d', null);
    const below = await collect(taken.below());
    expect(below.map(({ path }) => path).sort()).toEqual(['/b.txt', '/e', '/e/a.txt']);
    expect(below.findIndex(({ path }) => path === '/e')).toBeLessThan(
      below.findIndex(({ path }) => path === '/e/a.txt'),
    );
    expect(await textAt(world, id, '/d/e/a.txt')).toBe('hello');
    expect(await textAt(world, id, '/d/b.txt')).toBe('');
  });

  it('gives a file with nothing below it, also from an earlier commit', async () => {
    const world = await libraryWorld();
    const { id, commitId } = await libraryWith(world, { '/a.txt': 'before' });
    await world.commit(id, await world.put(id, '/a.txt', 'after'));
    const taken = await world.files.openForExport(ANNA, id, '/a.txt', commitId);
    expect(await collect(taken.below())).toEqual([]);
    expect(await textOf(taken)).toBe('before');
  });
});

describe('restoring an item', () => {
  it('brings a deleted file back where it was, with its parents', async () => {
    const world = await libraryWorld();
    const { id, commitId } = await libraryWith(world, { '/d/a.txt': 'hello' });
    await world.commit(id, { op: 'remove', path: '/d' });
    const restored = await world.files.restore(ANNA, id, '/d/a.txt', commitId);
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
    const restored = await world.files.restore(ANNA, id, '/d', commitId);
    expect(restored).toMatchObject({ path: '/d', files: 2, bytes: 5 });
    expect(await textAt(world, id, '/d/e/b')).toBe('bbb');
    const { items } = await world.trash.page(ANNA, id, { path: '/', showDays: 0, cursor: null, limit: 9 });
    expect(items).toEqual([]);
  });

  it('puts an earlier version of a file in the place of the present one, which stays in history', async () => {
    const world = await libraryWorld();
    const { id, commitId } = await libraryWith(world, { '/a.txt': 'before' });
    const after = await world.commit(id, await world.put(id, '/a.txt', 'after'));
    await world.files.restore(ANNA, id, '/a.txt', commitId);
    expect(await textAt(world, id, '/a.txt')).toBe('before');
    expect(await namesIn(world, id)).toEqual(['a.txt']);
    expect(await textOf(await world.files.openForExport(ANNA, id, '/a.txt', after.commitId))).toBe('after');
  });

  it('never merges or replaces a folder: it comes back beside what has its name', async () => {
    const world = await libraryWorld();
    const { id, commitId } = await libraryWith(world, { '/d/a': 'then' });
    await world.commit(id, { op: 'remove', path: '/d' }, await world.put(id, '/d/b', 'now'));
    const restored = await world.files.restore(ANNA, id, '/d', commitId);
    expect(restored.path).toBe('/d (1)');
    expect(await namesIn(world, id, '/d')).toEqual(['b']);
    expect(await namesIn(world, id, '/d (1)')).toEqual(['a']);
  });

  it('gives a file beside a folder of its name a number before the extension', async () => {
    const world = await libraryWorld();
    const { id, commitId } = await libraryWith(world, { '/a.txt': 'file' });
    await world.commit(id, { op: 'remove', path: '/a.txt' }, await world.put(id, '/a.txt/b', 'folder'));
    expect(await world.files.restore(ANNA, id, '/a.txt', commitId)).toMatchObject({ path: '/a (1).txt' });
  });

  it('is previewed with nothing changed', async () => {
    const world = await libraryWorld();
    const { id, commitId } = await libraryWith(world, { '/d/a': 'then', '/d/b': 'two' });
    const { commitId: headId } = await world.commit(
      id,
      { op: 'remove', path: '/d' },
      await world.put(id, '/d/c', 'now'),
    );
    const preview = (path: string) => world.files.previewRestore(ANNA, id, path, commitId);
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
    const preview = (path: string) => world.files.previewRestore(ANNA, id, path, commitId);
    expect(await preview('/')).toEqual({ path: '/', files: 2, bytes: 8 });
    await world.commit(id, await world.put(id, '/a.txt', 'now'));
    expect(await preview('/a.txt')).toEqual({ path: '/a.txt', files: 1, bytes: 4, replaces: true });
    expect(await preview('/b.txt')).toEqual({ path: '/b.txt', files: 1, bytes: 4 });
  });

  it('makes no commit for what is there unchanged', async () => {
    const world = await libraryWorld();
    const { id, commitId } = await libraryWith(world, { '/a.txt': 'same' });
    expect(await world.files.restore(ANNA, id, '/a.txt', commitId)).toMatchObject({ commitId });
  });

  it('knows what the commit does not hold', async () => {
    const world = await libraryWorld();
    const { id, commitId } = await libraryWith(world, { '/a.txt': 'a' });
    expect(await refusalOf(() => world.files.restore(ANNA, id, '/b', commitId))).toMatchObject({
      code: 'item-not-found',
    });
    const unknown = 'f'.repeat(40) as CommitId;
    expect(await refusalOf(() => world.files.restore(ANNA, id, '/a.txt', unknown))).toMatchObject({
      code: 'commit-not-found',
    });
  });

  it('of the root makes the library what it was, and history keeps what it was meanwhile', async () => {
    const world = await libraryWorld();
    const { id, commitId } = await libraryWith(world, { '/same': 's', '/edit': 'then', '/gone/a': 'a' });
    const changes = await puts(world, id, { '/edit': 'now', '/new/b': 'b' });
    const later = await world.commit(id, ...changes, { op: 'remove', path: '/gone' });
    const restored = await world.files.restore(ANNA, id, '/', commitId);
    expect(restored).toMatchObject({ path: '/', files: 3, bytes: 6 });
    expect(world.libraries.find(ANNA, id).library).toMatchObject({
      ...{ rootId: world.stores.history.find(id, commitId)?.rootId, headSeq: 4, fileCount: 3, sizeBytes: 6 },
    });
    expect(await namesIn(world, id, '/', later.commitId)).toEqual(['new', 'edit', 'same']);
  });

  it('of the root also takes back what somebody adds while it is planned', async () => {
    const world = await libraryWorld();
    const { id, commitId } = await libraryWith(world, { '/a': 'then' });
    await world.commit(id, ...(await puts(world, id, { '/a': 'now' })));
    const late = await world.put(id, '/late', 'added meanwhile');
    await Promise.all([world.files.restore(ANNA, id, '/', commitId), world.commit(id, late)]);
    expect(await namesIn(world, id)).toEqual(['a']);
    expect(await textAt(world, id, '/a')).toBe('then');
  });

  it('of a folder comes back beside one that somebody makes while it is planned', async () => {
    const world = await libraryWorld();
    const { id, commitId } = await libraryWith(world, { '/d/a': 'then' });
    await world.commit(id, { op: 'remove', path: '/d' });
    const late = await world.put(id, '/d/b', 'made meanwhile');
    const [restored] = await Promise.all([
      world.files.restore(ANNA, id, '/d', commitId),
      world.commit(id, late),
    ]);
    expect(restored.path).toBe('/d (1)');
    expect(await namesIn(world, id, '/d')).toEqual(['b']);
    expect(await namesIn(world, id, '/d (1)')).toEqual(['a']);
  });
});
