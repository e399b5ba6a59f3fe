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
