import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { dataFolder, openDataWorld } from '../../../support/data-world.ts';
import { filesBelow } from '../../../support/disk-store.ts';
import { fakeClock } from '../../../support/fake-clock.ts';
import { ADMIN, ANNA, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';

const DAY = 86_400;

/** Two versions of a file, both older than a day. */
async function worldWithHistory() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const first = await world.commit(
    id,
    await world.put(id, '/a.txt', 'first'),
    await world.put(id, '/keep.txt', 'kept'),
  );
  world.clock.advance(60);
  await world.commit(id, await world.put(id, '/a.txt', 'second'));
  world.clock.advance(2 * DAY);
  return { world, id, first };
}

const NONE = { objects: 0, bytes: 0, skipped: [], storedBytes: 0, isWaitingForClock: false };

async function problemsOf(world: LibraryWorld) {
  return (await world.check({ full: true })).problems;
}

async function textAt(world: LibraryWorld, id: LibraryId, path: string, commitId: string | null = null) {
  const { item, read } = await world.files.openForExport(ANNA, id, path, commitId as never);
  const parts: Buffer[] = [];
  if (item.kind === 'file') for await (const part of read(item)) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe('the plan of garbage', () => {
  it('needs everything while history keeps everything', async () => {
    const { world } = await worldWithHistory();
    expect(await world.garbage.plan(ADMIN)).toEqual({ libraries: 1, ...NONE });
  });

  it('counts what only hidden commits reach: a block, its file object and the old root', async () => {
    const { world, id } = await worldWithHistory();
    world.libraries.setRetention(ANNA, id, 0);
    const plan = await world.garbage.plan(ADMIN);
    expect(plan.objects).toBe(3);
    expect(plan.bytes).toBeGreaterThan('first'.length);
  });

  it('counts what an upload left that no commit took in, once it is a day old', async () => {
    const { world, id } = await worldWithHistory();
    await world.put(id, '/never-committed.txt', 'orphan');
    await world.stores.objects.library(id).flush();
    world.clock.advance(DAY - 1);
    expect((await world.garbage.plan(ADMIN)).objects).toBe(0);
    world.clock.advance(2);
    expect((await world.garbage.plan(ADMIN)).objects).toBe(2);
  });

  it('is for administrators', async () => {
    const { world } = await worldWithHistory();
    expect(await refusalOf(() => world.garbage.plan(ANNA))).toMatchObject({ code: 'permission-denied' });
    expect(await refusalOf(() => world.garbage.collect(ANNA))).toMatchObject({ code: 'permission-denied' });
  });
});

describe('collecting garbage', () => {
  it('leaves what folder libraries show, and hides of them what it takes', async () => {
    const { world, id } = await worldWithHistory();
    await world.commit(id, await world.put(id, '/work/plan.txt', 'plan'));
    const work = '00000000-0000-4000-8000-00000000f01d' as LibraryId;
    const origin = { id, path: '/work' };
    await world.changeLibrary.createFolderLibrary({ id: work, name: 'work', origin, author: ANNA.email });
    await world.commit(work, await world.put(work, '/plan.txt', 'second plan'));
    world.clock.advance(2 * DAY);
    expect((await world.garbage.plan(ADMIN)).objects).toBe(0);
    world.libraries.setRetention(ANNA, id, 0);
    // Three roots of the library and one of the folder, and two files with a block each.
    expect(await world.garbage.collect(ADMIN)).toMatchObject({ removedObjects: 8, skipped: [] });
    expect(world.stores.libraryTable.find(work)).toMatchObject({ headSeq: 2, retainedFromSeq: 2 });
    expect(await textAt(world, work, '/plan.txt')).toBe('second plan');
    expect(await textAt(world, id, '/work/plan.txt')).toBe('second plan');
    await world.commit(work, await world.put(work, '/later.txt', 'later'));
    expect(await problemsOf(world)).toEqual([]);
  });

  it('removes what the plan found, and a second time nothing', async () => {
    const { world, id } = await worldWithHistory();
    world.libraries.setRetention(ANNA, id, 0);
    const plan = await world.garbage.plan(ADMIN);
    expect(await world.garbage.collect(ADMIN)).toEqual({
      ...plan,
      ...{ removedObjects: 3, removedBytes: plan.bytes, diskBytes: 0 },
    });
    expect(await world.garbage.plan(ADMIN)).toEqual({ libraries: 1, ...NONE });
    expect(await problemsOf(world)).toEqual([]);
    expect(await textAt(world, id, '/a.txt')).toBe('second');
    expect(await textAt(world, id, '/keep.txt')).toBe('kept');
  });

  it('leaves commits, and what is younger than a day', async () => {
    const { world, id } = await worldWithHistory();
    await world.put(id, '/on-its-way.txt', 'young');
    world.libraries.setRetention(ANNA, id, 0);
    await world.garbage.collect(ADMIN);
    const objects = [...world.stores.objects.library(id).list()];
    expect(objects.filter(({ kind }) => kind === 'commit')).toHaveLength(3);
    expect(objects.filter(({ kind }) => kind === 'block')).toHaveLength(3);
  });

  it('leaves what something young names although it is old itself', async () => {
    const { world, id } = await worldWithHistory();
    const orphan = await world.put(id, '/orphan.txt', 'orphan');
    world.clock.advance(2 * DAY);
    const store = world.stores.objects.library(id);
    // The file object is sent again, its block is not: the client asked, and was told that it is here.
    if (orphan.op !== 'put') throw new Error('a put expected');
    await store.write('fs', orphan.dirent.id, await store.read('fs', orphan.dirent.id));
    expect((await world.garbage.collect(ADMIN)).removedObjects).toBe(0);
    await world.commit(id, orphan);
    expect(await textAt(world, id, '/orphan.txt')).toBe('orphan');
  });

  it('never shows again what it took, also when retention is made longer', async () => {
    const { world, id, first } = await worldWithHistory();
    world.libraries.setRetention(ANNA, id, 0);
    await world.garbage.collect(ADMIN);
    world.libraries.setRetention(ANNA, id, -1);
    const shown = world.history.page(ANNA, id, { page: 1, perPage: 10 }).commits;
    expect(shown.map(({ seq }) => seq)).toEqual([3]);
    const refused = await refusalOf(() => world.files.entry(ANNA, id, '/a.txt', first.commitId));
    expect(refused).toMatchObject({ code: 'commit-not-found' });
    expect(
      (await world.history.after(ANNA, id, { before: null, limit: 9, path: '/a.txt' })).commits,
    ).toHaveLength(1);
    expect(await problemsOf(world)).toEqual([]);
  });

  it('leaves what the trash shows, and lists no more what it took', async () => {
    const { world, id } = await worldWithHistory();
    await world.commit(id, { op: 'remove', path: '/keep.txt' });
    const items = async () =>
      (await world.trash.page(ANNA, id, { path: '/', showDays: 0, cursor: null, limit: 9 })).items;
    world.libraries.setRetention(ANNA, id, 5);
    world.clock.advance(2 * DAY);
    await world.garbage.collect(ADMIN);
    const [item] = await items();
    if (item === undefined) throw new Error('a deletion expected');
    expect(await textAt(world, id, '/keep.txt', item.commitId)).toBe('kept');
    world.clock.advance(5 * DAY);
    await world.garbage.collect(ADMIN);
    world.libraries.setRetention(ANNA, id, -1);
    expect(await items()).toEqual([]);
    expect(await problemsOf(world)).toEqual([]);
  });

  it('takes nothing of deleted libraries: they can be restored', async () => {
    const { world, id, first } = await worldWithHistory();
    await world.libraries.remove(ANNA, id);
    world.clock.advance(2 * DAY);
    expect(await world.garbage.collect(ADMIN)).toMatchObject({ libraries: 0, removedObjects: 0 });
    await world.deletedLibraries.restore(ANNA, id);
    expect(await textAt(world, id, '/a.txt', first.commitId)).toBe('first');
  });

  it('takes nothing of a damaged library, nor of one that the database has forgotten a head of', async () => {
    const { world, id } = await worldWithHistory();
    world.libraries.setRetention(ANNA, id, 0);
    const other = await world.addLibrary('Sound');
    await world.put(other, '/orphan.txt', 'orphan');
    await world.stores.objects.library(other).flush();
    const [entry] = (await world.stores.journal.readAll()).entries;
    if (entry === undefined) throw new Error('a journal expected');
    await world.stores.journal.append([
      { ...entry, library_id: id, head_commit_id: 'f'.repeat(40) as never },
    ]);
    world.clock.advance(2 * DAY);
    expect(await world.garbage.collect(ADMIN)).toMatchObject({
      removedObjects: 2,
      skipped: [{ libraryId: id, reason: 'older-than-journal' }],
    });
    expect(await world.garbage.plan(ADMIN)).toMatchObject({ objects: 0 });
  });

  it('writes down in the journal from where history is kept', async () => {
    const { world, id } = await worldWithHistory();
    world.libraries.setRetention(ANNA, id, 0);
    await world.garbage.collect(ADMIN);
    const { headId } = world.libraries.find(ANNA, id).library;
    expect((await world.stores.journal.lastHeads()).get(id)).toMatchObject({ kept_from: headId });
    await world.commit(id, await world.put(id, '/b.txt', 'later'));
    expect((await world.stores.journal.lastHeads()).get(id)).toMatchObject({ kept_from: headId });
  });

  it('refuses to run twice at the same time', async () => {
    const { world } = await worldWithHistory();
    const first = world.garbage.collect(ADMIN);
    expect(await refusalOf(() => world.garbage.collect(ADMIN))).toMatchObject({ code: 'busy' });
    await first;
    await world.garbage.collect(ADMIN);
  });

  it('ends where it is told to, and can be begun again', async () => {
    const { world, id } = await worldWithHistory();
    world.libraries.setRetention(ANNA, id, 0);
    const ended = AbortSignal.abort(new Error('stopping'));
    await expect(world.garbage.collect(ADMIN, ended)).rejects.toThrow('stopping');
    expect((await world.garbage.collect(ADMIN)).removedObjects).toBe(3);
  });
});

describe('garbage on disk', () => {
  it('gives its room back to the disk', async () => {
    const path = dataFolder();
    // The store dates objects by the clock of the machine; a service that lives later finds them old.
    const world = await openDataWorld(path, fakeClock(Math.floor(Date.now() / 1000) + 3 * DAY));
    const id = await world.addLibrary('Papers');
    await world.commit(id, await world.put(id, '/a.bin', 'x'.repeat(1_500_000)));
    await world.commit(id, await world.put(id, '/a.bin', 'small'));
    world.libraries.setRetention(ANNA, id, 0);
    const sizeOf = () => filesBelow(path).reduce((sum, name) => sum + statSync(join(path, name)).size, 0);
    const before = sizeOf();
    const { removedBytes, diskBytes, skipped } = await world.garbage.collect(ADMIN);
    expect({ skipped, isAll: removedBytes > 1_500_000 && diskBytes >= 1_500_000 }).toEqual({
      skipped: [],
      isAll: true,
    });
    expect(before - sizeOf()).toBeGreaterThan(1_400_000);
    expect((await world.check({ full: true })).problems).toEqual([]);
    expect(Object.values(await world.states())).toMatchObject([{ files: { '/a.bin': 'small' } }]);
    await world.store.close();
  });

  it('is not taken from a library with an object that is damaged', async () => {
    const path = dataFolder();
    const world = await openDataWorld(path, fakeClock(Math.floor(Date.now() / 1000) + 3 * DAY));
    const id = await world.addLibrary('Papers');
    await world.commit(id, await world.put(id, '/a.txt', 'damaged soon'));
    await world.put(id, '/orphan.txt', 'orphan');
    await world.store.objects.library(id).flush();
    const pack = filesBelow(path).find((name) => name.endsWith('.pack')) ?? '';
    const bytes = readFileSync(join(path, pack));
    writeFileSync(
      join(path, pack),
      bytes.fill('X', bytes.indexOf('damaged soon'), bytes.indexOf('damaged soon') + 3),
    );
    const { problems } = await world.check({ full: true });
    expect(problems).toMatchObject([{ kind: 'block', reason: 'object-corrupt' }]);
    // The fast check does not read blocks, but what is known to be damaged is told by every check.
    expect((await world.check({ full: false })).problems).toMatchObject([
      { kind: 'block', id: problems[0]?.id },
    ]);
    expect(await world.garbage.collect(ADMIN)).toMatchObject({
      removedObjects: 0,
      skipped: [{ libraryId: id, reason: 'object-missing' }],
    });
    await world.store.close();
  });
});

describe('a check', () => {
  it('names what was in a file that is gone', async () => {
    const path = dataFolder();
    const world = await openDataWorld(path);
    const id = await world.addLibrary('Papers');
    await world.commit(id, await world.put(id, '/a.bin', 'x'.repeat(1_500_000)));
    rmSync(join(path, filesBelow(path).find((name) => name.includes('blocks/')) ?? ''));
    expect((await world.check({ full: false })).problems).toMatchObject([
      { kind: 'block', reason: 'file-missing' },
    ]);
    await world.store.close();
  });
});

describe('a commit beside a collection', () => {
  it('is refused when the old version that it takes from was collected meanwhile', async () => {
    const { world, id, first } = await worldWithHistory();
    const entry = await world.files.entry(ANNA, id, '/a.txt', first.commitId);
    if (entry.kind !== 'file') throw new Error('a file expected');
    world.libraries.setRetention(ANNA, id, 0);
    await world.garbage.collect(ADMIN);
    const refused = await refusalOf(() => world.commit(id, { op: 'put', path: '/back.txt', dirent: entry }));
    expect(refused).toMatchObject({ code: 'head-moved', detail: { reason: 'content-collected' } });
    expect(await problemsOf(world)).toEqual([]);
  });
});
