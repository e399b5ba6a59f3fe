import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, BERT, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';

const ALL = { skip: 0, limit: 1000 };

/** Sizes and paths of the versions of a file, newest first. */
async function versionsOf(world: LibraryWorld, libraryId: LibraryId, path: string) {
  const { versions } = await world.versions.ofFile(ANNA, { libraryId, path }, ALL);
  return versions.map((version) => [version.file.sizeBytes, version.path, version.oldPath]);
}

describe('the versions of a file', () => {
  it('are those that changed its content, whatever else happened around it', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/d/a', '1'));
    await world.commit(id, await world.put(id, '/d/b', 'other'));
    await world.commit(id, await world.put(id, '/d/a', '22'));
    await world.commit(id, { op: 'remove', path: '/d/b' });
    expect(await versionsOf(world, id, '/d/a')).toEqual([
      [2, '/d/a', ''],
      [1, '/d/a', ''],
    ]);
  });

  it('go on before the file or a folder above it was renamed or moved', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/old/deep/a', '1'), await world.put(id, '/old/keep', 'x'));
    await world.commit(id, { op: 'move', from: '/old', to: '/new' });
    await world.commit(id, { op: 'move', from: '/new/deep/a', to: '/b' });
    await world.commit(id, await world.put(id, '/b', '22'));
    expect(await versionsOf(world, id, '/b')).toEqual([
      [2, '/b', ''],
      [1, '/b', '/new/deep/a'],
      [1, '/new/deep/a', '/old/deep/a'],
      [1, '/old/deep/a', ''],
    ]);
  });

  it('include those of an earlier file of the same name', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/a', '1'));
    await world.commit(id, { op: 'remove', path: '/a' });
    await world.commit(id, await world.put(id, '/a', '22'));
    expect(await versionsOf(world, id, '/a')).toEqual([
      [2, '/a', ''],
      [1, '/a', ''],
    ]);
  });

  it('end with what the oldest shown commit held when history is cut', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/a', '1'));
    world.clock.advance(10 * 86_400);
    await world.commit(id, await world.put(id, '/b', 'other'));
    world.clock.advance(86_400);
    await world.commit(id, await world.put(id, '/a', '22'));
    world.libraries.setRetention(ANNA, id, 5);
    expect(await versionsOf(world, id, '/a')).toEqual([
      [2, '/a', ''],
      [1, '/a', ''],
    ]);
    world.libraries.setRetention(ANNA, id, 0);
    expect(await versionsOf(world, id, '/a')).toEqual([[2, '/a', '']]);
  });

  it('come in pages that fit together', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    for (let size = 1; size <= 5; size++) await world.commit(id, await world.put(id, '/a', 'x'.repeat(size)));
    const place = { libraryId: id, path: '/a' };
    const page = await world.versions.ofFile(ANNA, place, { skip: 2, limit: 2 });
    expect([page.versions.map(({ file }) => file.sizeBytes), page.total]).toEqual([[3, 2], 5]);
    const first = await world.versions.since(ANNA, place, { from: null, limit: 3 });
    const second = await world.versions.since(ANNA, place, { from: first.next, limit: 3 });
    expect([...first.versions, ...second.versions].map(({ file }) => file.sizeBytes)).toEqual([
      5, 4, 3, 2, 1,
    ]);
    expect(second.next).toBeNull();
  });

  it('are for those who may read the library', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/a', '1'));
    const ask = () => world.versions.ofFile(BERT, { libraryId: id, path: '/a' }, ALL);
    expect(await refusalOf(ask)).toMatchObject({ code: 'permission-denied' });
  });
});
