import { describe, expect, it } from 'vitest';
import { encodeCommit } from '../../../../src-main/core/objects/commit.ts';
import type { CommitId } from '../../../../src-main/core/objects/object-id.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import type { ErasedItem } from '../../../../src-main/core/tree/erase.ts';
import { allPaths, erase, SECRET, withSecret } from '../../../support/erased-library.ts';
import { ANNA } from '../../../support/library-world.ts';
import { takeCommit } from '../../../support/pushed-trees.ts';
import { builtTree, noRequests, type PushedFiles, syncDevice } from '../../../support/sync-device.ts';
import { fileIdOf } from '../../../support/trees.ts';

const NOW = { 'a.txt': 'two', keys: { 'public.txt': 'public', 'secret.txt': 'password 2' } };

/** A device that has the library as it was before something was erased, and brings only what it changed. */
async function outdatedDevice(item: ErasedItem = SECRET) {
  const secret = await withSecret();
  const { world, id, changed } = secret;
  const device = syncDevice(noRequests, id, ANNA.email);
  const had = builtTree(NOW, ANNA.email);
  // What a device has is what it was brought; the library was filled otherwise here.
  const start = device.commitOf(had.rootId, changed);
  const bring = async (files: PushedFiles, commit: ReturnType<typeof device.commitOf>) => {
    const tree = builtTree(files, ANNA.email);
    const { library } = world.libraries.find(ANNA, id);
    const fs = [...tree.fs].filter(([object]) => commit === start || !had.fs.has(object));
    const blocks = [...tree.blocks].filter(([object]) => commit === start || !had.blocks.has(object));
    await world.syncObjects.putFs(
      library,
      fs.map(([object, bytes]) => ({ id: object, bytes })),
    );
    for (const [object, bytes] of blocks) await world.syncObjects.putBlock(library, object, bytes);
    await world.syncObjects.putCommit(library, commit.id, encodeCommit(commit));
    return takeCommit(world, id, commit.id);
  };
  await bring(NOW, start);
  await erase(secret, item);
  return {
    ...secret,
    base: start.id,
    push: async (files: PushedFiles, parentId: CommitId = start.id, description = 'Pushed') => {
      const commit = device.commitOf(builtTree(files, ANNA.email).rootId, parentId, { description });
      return { pushedId: commit.id, ...(await bring(files, commit)) };
    },
  };
}

describe('a commit of a device that has not heard of an erasure', () => {
  it('brings its change, and not what was erased', async () => {
    const { world, id, push } = await outdatedDevice();
    await push({ ...NOW, 'new.txt': 'new' });
    expect((await allPaths(world, id))[0]).toEqual(['/a.txt', '/keys', '/keys/public.txt', '/new.txt']);
    const all = (await allPaths(world, id)).flat();
    expect(all).not.toContain('/keys/secret.txt');
    expect(world.stores.objects.library(id).has('block', objectIdOf('password 2'))).toBe(false);
    expect(await world.check({ full: true })).toMatchObject({ problems: [], untrue: [] });
  });

  it.each<ErasedItem>([SECRET, { kind: 'file', id: fileIdOf('password 2') }])(
    'names nothing that was erased ($kind)',
    async (item) => {
      const { world, id, push, base } = await outdatedDevice(item);
      const keys = { ...NOW.keys, 'new.txt': 'new' };
      await push({ ...NOW, keys }, base, 'Added "new.txt" beside "secret.txt".');
      const { commits } = world.history.page(ANNA, id, { page: 1, perPage: 100 });
      expect(commits[0]?.description).toBe('Added "new.txt" beside "(erased)".');
    },
  );

  it('names what it made itself at that place', async () => {
    const { world, id, push, base } = await outdatedDevice();
    const files = { ...NOW, keys: { ...NOW.keys, 'secret.txt': 'another one' } };
    await push(files, base, 'Added or modified "secret.txt".');
    const { commits } = world.history.page(ANNA, id, { page: 1, perPage: 100 });
    expect(commits[0]?.description).toBe('Added or modified "secret.txt".');
  });

  it('brings nothing back at any of the names that were erased', async () => {
    const { world, id, push } = await outdatedDevice({
      kind: 'paths',
      paths: ['/keys/secret.txt', '/a.txt'],
    });
    await push({ ...NOW, 'new.txt': 'new' });
    expect((await allPaths(world, id))[0]).toEqual(['/keys', '/keys/public.txt', '/new.txt']);
  });

  it('keeps what the device itself made at that place', async () => {
    const { world, id, push } = await outdatedDevice();
    await push({ ...NOW, keys: { ...NOW.keys, 'secret.txt': 'another one' } });
    expect((await allPaths(world, id))[0]).toEqual([
      '/a.txt',
      '/keys',
      '/keys/public.txt',
      '/keys/secret.txt',
    ]);
    expect(world.stores.objects.library(id).has('block', objectIdOf('another one'))).toBe(true);
  });

  it('keeps what it added beside', async () => {
    const { world, id, push } = await outdatedDevice();
    await push({ ...NOW, keys: { ...NOW.keys, 'third.txt': '3' } });
    expect((await allPaths(world, id))[0]).toEqual([
      '/a.txt',
      '/keys',
      '/keys/public.txt',
      '/keys/third.txt',
    ]);
  });

  it('does not bring a folder back that was erased, but for what is new in it', async () => {
    const { world, id, push } = await outdatedDevice({ kind: 'path', path: '/keys' });
    await push({ ...NOW, 'new.txt': 'new' });
    expect((await allPaths(world, id))[0]).toEqual(['/a.txt', '/new.txt']);
  });

  it('does not bring a content back that was erased wherever it was, also under a new name', async () => {
    const { world, id, push } = await outdatedDevice({ kind: 'file', id: fileIdOf('password 2') });
    await push({ 'a.txt': 'two', keys: { 'public.txt': 'public', 'renamed.txt': 'password 2' } });
    expect((await allPaths(world, id))[0]).toEqual(['/a.txt', '/keys', '/keys/public.txt']);
  });

  it.each<ErasedItem>([SECRET, { kind: 'file', id: fileIdOf('password 2') }])(
    'keeps what was put back after it was erased, when something else is erased later ($kind)',
    async (item) => {
      const { world, id, push } = await outdatedDevice(item);
      const again = await world.commit(id, await world.put(id, '/keys/secret.txt', 'password 2'));
      await world.commit(id, await world.put(id, '/b.txt', 'b'));
      // The device has heard of the first erasure, and not of the second.
      await erase({ world, id }, { kind: 'path', path: '/keys/public.txt' });
      await push({ ...NOW, keys: { ...NOW.keys, 'third.txt': '3' } }, again.commitId);
      const { library } = world.libraries.find(ANNA, id);
      const paths: string[] = [];
      for await (const { path } of world.contents.walk(library, library.rootId)) paths.push(path);
      expect(paths).toEqual(['/a.txt', '/b.txt', '/keys', '/keys/secret.txt', '/keys/third.txt']);
    },
  );

  it('keeps what was put back, also where the device has moved it', async () => {
    const { world, id, push } = await outdatedDevice({ kind: 'file', id: fileIdOf('password 2') });
    const again = await world.commit(id, await world.put(id, '/keys/secret.txt', 'password 2'));
    await erase({ world, id }, { kind: 'path', path: '/keys/public.txt' });
    await push(
      { 'a.txt': 'two', keys: { 'public.txt': 'public', 'moved.txt': 'password 2' } },
      again.commitId,
    );
    const { library } = world.libraries.find(ANNA, id);
    const paths: string[] = [];
    for await (const { path } of world.contents.walk(library, library.rootId)) paths.push(path);
    expect(paths).toEqual(['/a.txt', '/keys', '/keys/moved.txt']);
  });

  it('counts as taken when it is repeated, and its device goes on from it', async () => {
    const { world, id, push } = await outdatedDevice();
    const first = await push({ ...NOW, 'new.txt': 'new' });
    expect(await takeCommit(world, id, first.pushedId)).toEqual({
      headId: first.headId,
      incompleteFiles: [],
    });
    await push({ ...NOW, 'new.txt': 'new', 'newer.txt': 'newer' }, first.pushedId);
    expect((await allPaths(world, id))[0]).toEqual([
      '/a.txt',
      '/keys',
      '/keys/public.txt',
      '/new.txt',
      '/newer.txt',
    ]);
    expect(await world.check({ full: true })).toMatchObject({ problems: [], untrue: [] });
  });
});
