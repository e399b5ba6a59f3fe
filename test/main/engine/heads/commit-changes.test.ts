import { describe, expect, it } from 'vitest';
import { decodeCommit } from '../../../../src-main/core/objects/commit.ts';
import { EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { findEntry } from '../../../../src-main/core/tree/tree-lookup.ts';
import { createReadDir } from '../../../../src-main/engine/reading/directory-reader.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, libraryWorld } from '../../../support/library-world.ts';

describe('commitChanges', () => {
  it('moves the head to a commit whose parent is the head before', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const before = world.libraries.find(ANNA, id).library;

    const made = await world.commit(id, await world.put(id, '/a.txt', 'hello'));

    const after = world.libraries.find(ANNA, id).library;
    expect(after.headId).toBe(made.commitId);
    const stored = decodeCommit(await world.stores.objects.library(id).read('commit', made.commitId));
    expect(stored).toMatchObject({
      parentId: before.headId,
      rootId: made.rootId,
      authorEmail: 'anna@example.com',
      description: 'Added or modified "a.txt".\n',
      libraryName: 'Papers',
    });
  });

  it('keeps size, file count, time and modifier of the library current', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/a.txt', 'hello'), await world.put(id, '/d/b.txt', '123'));
    world.clock.advance(60);
    await world.commit(id, { op: 'remove', path: '/a.txt' });

    expect(world.libraries.find(ANNA, id).library).toMatchObject({
      sizeBytes: 3,
      fileCount: 1,
      headSeq: 3,
      updatedAtSeconds: 1_714_564_860,
      modifierEmail: 'anna@example.com',
    });
  });

  it('builds each commit to a long folder on the one before', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const names = Array.from({ length: 1_001 }, (_, at) => `${at}`);
    await world.commit(id, ...(await Promise.all(names.map((name) => world.put(id, `/many/${name}`, 'x')))));
    await world.commit(id, await world.put(id, '/many/new', 'xy'), { op: 'remove', path: '/many/0' });
    const { rootId } = await world.commit(id, { op: 'move', from: '/many/new', to: '/many/newer' });

    // As it is stored, whatever was kept in memory on the way.
    const readDir = createReadDir(world.stores.objects.library(id));
    const folder = await findEntry(readDir, rootId, '/many');
    const stored = (await readDir(folder?.id ?? EMPTY_ID)).map(({ name }) => name);
    expect(stored.toSorted()).toEqual([...names.filter((name) => name !== '0'), 'newer'].toSorted());
    expect(world.libraries.find(ANNA, id).library).toMatchObject({ fileCount: 1_001, sizeBytes: 1_002 });
  });

  it('makes no commit when nothing changes', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const change = await world.put(id, '/a.txt', 'hello');
    const first = await world.commit(id, change);

    const second = await world.commit(id, change);

    expect(second).toMatchObject({ changed: false, commitId: first.commitId });
    expect(world.libraries.find(ANNA, id).library.headSeq).toBe(2);
  });

  it('gives a repeated commit in the same second an id of its own', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const add = await world.put(id, '/a.txt', 'x');
    await world.commit(id, add);
    await world.commit(id, { op: 'remove', path: '/a.txt' });
    await world.commit(id, add);
    await world.commit(id, { op: 'remove', path: '/a.txt' });

    const { commits } = world.history.page(ANNA, id, { page: 1, perPage: 100 });
    expect(new Set(commits.map((commit) => commit.id)).size).toBe(5);
    expect(commits[0]?.rootId).toBe(EMPTY_ID);
  });

  it('takes no id from a commit that was stored and whose records were refused, because it says something else', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    world.db.exec(
      "CREATE TEMP TRIGGER full BEFORE INSERT ON main.commits BEGIN SELECT RAISE(ABORT, 'no room'); END",
    );
    await expect(world.libraries.rename(ANNA, id, { name: 'First' })).rejects.toThrow('no room');
    world.db.exec('DROP TRIGGER full');

    await world.libraries.rename(ANNA, id, { name: 'Second' });

    const { headId, name } = world.libraries.find(ANNA, id).library;
    const stored = decodeCommit(await world.stores.objects.library(id).read('commit', headId));
    expect([name, stored.libraryName]).toEqual(['Second', 'Second']);
  });

  it('lets concurrent writers of one library take turns and loses neither', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const puts = await Promise.all(
      Array.from({ length: 20 }, (_, index) => world.put(id, `/file-${index}`, `text ${index}`)),
    );

    await Promise.all(puts.map((put) => world.commit(id, put)));

    const { dirents } = await world.files.list(ANNA, id, '/', null);
    expect(dirents).toHaveLength(20);
    expect(world.libraries.find(ANNA, id).library.headSeq).toBe(21);
  });

  it('keeps both versions when the writer did not know what is there', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/a.txt', 'theirs'));
    const mine = await world.put(id, '/a.txt', 'mine');
    if (mine.op !== 'put') throw new Error('put expected');

    const made = await world.commit(id, { ...mine, base: null });

    const conflictPath = '/a (SFConflict anna@example.com 2023-11-14-22-13-20).txt';
    expect(made.conflicts).toEqual([{ path: '/a.txt', conflictPath }]);
    const { dirents } = await world.files.list(ANNA, id, '/', null);
    expect(dirents.map((dirent) => `/${dirent.name}`).sort()).toEqual([conflictPath, '/a.txt']);
  });

  it('journals each head before it is acknowledged', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const made = await world.commit(id, await world.put(id, '/a.txt', 'hello'));

    const { entries } = await world.stores.journal.readAll();
    expect(entries.map((entry) => [entry.type, entry.head_commit_id])).toEqual([
      ['head', entries[0]?.head_commit_id],
      ['head', made.commitId],
    ]);
    expect(entries[1]?.prev).toBe(entries[0]?.head_commit_id);
  });

  it('refuses a read-only library and changes nothing', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    world.stores.libraryTable.setStatus(id, 'read-only');
    const put = await world.put(id, '/a.txt', 'hello');

    expect(await refusalOf(() => world.commit(id, put))).toMatchObject({ code: 'library-read-only' });
    expect(world.libraries.find(ANNA, id).library.headSeq).toBe(1);
  });

  it('announces the new head after it is durable', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    world.events.length = 0;
    const made = await world.commit(id, await world.put(id, '/a.txt', 'hello'));

    expect(world.events).toEqual([{ type: 'library', library_id: id, head_commit_id: made.commitId }]);
  });
});
