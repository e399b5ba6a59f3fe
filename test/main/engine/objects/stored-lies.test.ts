import { describe, expect, it, onTestFinished } from 'vitest';
import { HostileTree } from '../../../support/attacks/hostile-tree.ts';
import { emptyFolder, openBackupWorld } from '../../../support/backup-world.ts';
import { ADMIN, ANNA } from '../../../support/library-world.ts';
import { storedTree } from '../../../support/stored-trees.ts';

const LIE_BYTES = 900_000_000;

async function openWorld() {
  const world = await openBackupWorld();
  onTestFinished(() => world.store.close());
  return world;
}

/** A library with one byte that says that it is 900 MB, and 40 rows that unfold to 10,000 files. */
async function hostileLibrary() {
  const world = await openWorld();
  const id = await world.addLibrary('Papers');
  const tree = new HostileTree();
  const lie = tree.file('lie.txt', Buffer.from('y'), { rowBytes: LIE_BYTES });
  const root = tree.dir([lie, tree.folder('bomb', tree.bomb(10, 4))]);
  await storedTree({ ...world.store, ...world.store.tables }, id, tree.built(root));
  const library = () => world.libraries.find(ANNA, id).library;
  return { world, id, library };
}

describe('a library that holds what is not true', () => {
  it('is listed, checked and collected from', async () => {
    const { world, id } = await hostileLibrary();
    const { dirents } = await world.files.list(ANNA, id, '/', null);
    expect(dirents.map(({ name }) => name)).toEqual(['bomb', 'lie.txt']);
    expect((await world.files.list(ANNA, id, '/bomb/folder-0/folder-9', null)).dirents).toHaveLength(10);
    const report = await world.check({ full: true });
    expect(report).toMatchObject({ problems: [], untrue: [{ path: '/lie.txt', reason: 'size' }] });
    expect(report.objects).toBeLessThan(20);
    expect(await world.garbage.collect(ADMIN)).toMatchObject({ skipped: [] });
  });

  it('has the totals of its rows, and loses with a file what came with it', async () => {
    const { world, id, library } = await hostileLibrary();
    expect(library()).toMatchObject({ fileCount: 10_001, sizeBytes: 10_000 + LIE_BYTES });
    await world.commit(id, { op: 'remove', path: '/lie.txt' });
    expect(library()).toMatchObject({ fileCount: 10_000, sizeBytes: 10_000 });
    await world.commit(id, { op: 'remove', path: '/bomb' });
    expect(library()).toMatchObject({ fileCount: 0, sizeBytes: 0 });
    expect((await world.check({ full: true })).problems).toEqual([]);
  });

  it('has totals again once the rows that were too large to add up are gone', async () => {
    const { world, id, library } = await hostileLibrary();
    const tree = new HostileTree();
    const huge = ['a', 'b', 'c'].map((name, at) =>
      tree.file(name, Buffer.from('x'), { rowBytes: Number.MAX_SAFE_INTEGER - at }),
    );
    await storedTree(
      { ...world.store, ...world.store.tables },
      id,
      tree.built(tree.dir([...huge, tree.file('d', Buffer.from('d'))])),
    );
    for (const path of ['/a', '/b', '/c']) await world.commit(id, { op: 'remove', path });
    expect(library()).toMatchObject({ fileCount: 1, sizeBytes: 1 });
    expect((await world.check({ full: true })).problems).toEqual([]);
  });

  it('comes back from a backup as it is', async () => {
    const { world, id, library } = await hostileLibrary();
    const folder = emptyFolder();
    await world.backup.start(ADMIN, folder);
    await world.backup.settled();
    const other = await openWorld();
    const job = await other.restores.start(ADMIN, folder, [id]);
    const found = () => other.jobs.list(ADMIN).find((each) => each.id === job.id);
    await expect.poll(() => found()?.state, { timeout: 20_000 }).not.toBe('running');
    expect(found()).toMatchObject({ state: 'done', outcome: { restored: [{ unreadable: 0 }] } });
    const { fileCount, sizeBytes } = library();
    expect(other.store.tables.libraryTable.find(id)).toMatchObject({ fileCount, sizeBytes });
    expect(await other.check({ full: true })).toMatchObject({ problems: [], untrueCount: 1 });
  });
});
