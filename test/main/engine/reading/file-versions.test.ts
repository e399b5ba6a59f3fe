import { describe, expect, it } from 'vitest';
import type { CommitId } from '../../../../src-main/core/objects/object-id.ts';
import type { VersionPlace } from '../../../../src-main/engine/reading/file-versions.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

describe('the versions of a file, page by page', () => {
  it('go on where the page before ended, across renames', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/a', '1'));
    await world.commit(id, await world.put(id, '/a', '22'));
    await world.commit(id, { op: 'move', from: '/a', to: '/b' });
    await world.commit(id, await world.put(id, '/b', '333'));
    const seen: unknown[] = [];
    let start: VersionPlace | null = null;
    do {
      const page = await world.versions.page(ANNA, { libraryId: id, path: '/b' }, { start, limit: 1 });
      seen.push(...page.versions.map(({ file, path, origin }) => [file.sizeBytes, path, origin]));
      start = page.next;
    } while (start !== null);
    expect(seen).toEqual([
      [3, '/b', 'edited'],
      [2, '/b', 'moved'],
      [2, '/a', 'edited'],
      [1, '/a', 'added'],
    ]);
  });

  it('begin at a commit, under the name that the file had then', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/a', '1'));
    const { commitId } = await world.commit(id, await world.put(id, '/a', '22'));
    await world.commit(id, { op: 'remove', path: '/a' });
    const place = { libraryId: id, path: '/a' };
    const then = await world.versions.page(ANNA, place, { start: commitId, limit: 10 });
    expect(then.versions.map(({ file }) => file.sizeBytes)).toEqual([2, 1]);
    const ask = () => world.versions.page(ANNA, place, { start: null, limit: 10 });
    expect(await refusalOf(ask)).toMatchObject({ code: 'file-not-found' });
  });

  it('tell what a cut history does not know', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/a', '1'));
    world.clock.advance(10 * 86_400);
    await world.commit(id, await world.put(id, '/b', 'other'));
    world.libraries.setRetention(ANNA, id, 5);
    const page = await world.versions.page(ANNA, { libraryId: id, path: '/a' }, { start: null, limit: 10 });
    expect(page.versions.map(({ origin }) => origin)).toEqual(['added']);
    world.libraries.setRetention(ANNA, id, 0);
    const cut = await world.versions.page(ANNA, { libraryId: id, path: '/a' }, { start: null, limit: 10 });
    expect(cut.versions.map(({ origin }) => origin)).toEqual(['kept']);
  });

  it('are for those who may read the library', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/a', '1'));
    const ask = () => world.versions.page(BERT, { libraryId: id, path: '/a' }, { start: null, limit: 1 });
    expect(await refusalOf(ask)).toMatchObject({ code: 'permission-denied' });
  });
});

describe('restoring a version', () => {
  it('gives the file what it held under another name, as a commit that can be undone', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const { commitId } = await world.commit(id, await world.put(id, '/old', '1'));
    await world.commit(id, { op: 'move', from: '/old', to: '/new' });
    await world.commit(id, await world.put(id, '/new', '22'));
    const place = { libraryId: id, path: '/new' };
    const restored = await world.restores.version(ANNA, place, { path: '/old', commitId });
    expect(restored).toMatchObject({ path: '/new', changed: true });
    const sizeNow = async () => (await world.files.entry(ANNA, id, '/new', null)) as { sizeBytes: number };
    expect((await sizeNow()).sizeBytes).toBe(1);
    await world.restores.item(ANNA, id, '/new', restored.previousId);
    expect((await sizeNow()).sizeBytes).toBe(2);
  });

  it('makes no commit where nothing would change', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const { commitId } = await world.commit(id, await world.put(id, '/a', '1'));
    const again = await world.restores.version(ANNA, { libraryId: id, path: '/a' }, { path: '/a', commitId });
    expect(again).toMatchObject({ changed: false, commitId });
  });

  it('brings a file back that is gone, and leaves a folder alone that has its path now', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const { commitId } = await world.commit(id, await world.put(id, '/a', '1'));
    await world.commit(id, { op: 'remove', path: '/a' });
    const place = { libraryId: id, path: '/a' };
    const version = { path: '/a', commitId };
    expect(await world.restores.version(ANNA, place, version)).toMatchObject({ path: '/a' });
    await world.commit(id, { op: 'remove', path: '/a' });
    await world.commit(id, { op: 'mkdir', path: '/a', mtimeSeconds: 1 });
    const beside = await world.restores.version(ANNA, place, version);
    expect(beside.path).toMatch(/^\/a \(SFConflict /);
    expect(await world.files.entry(ANNA, id, '/a', null)).toMatchObject({ kind: 'dir' });
  });

  it('refuses moments and files that never were, and readers', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const { commitId } = await world.commit(id, await world.put(id, '/a', '1'));
    const place = { libraryId: id, path: '/a' };
    const none = 'c'.repeat(40) as CommitId;
    const ask = (caller: typeof ANNA, path: string, commit: CommitId) =>
      refusalOf(() => world.restores.version(caller, place, { path, commitId: commit }));
    expect(await ask(ANNA, '/a', none)).toMatchObject({ code: 'commit-not-found' });
    expect(await ask(ANNA, '/b', commitId)).toMatchObject({ code: 'file-not-found' });
    expect(await ask(BERT, '/a', commitId)).toMatchObject({ code: 'permission-denied' });
  });
});
