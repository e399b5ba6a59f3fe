import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { dataFolder, killedCopy, openDataWorld } from '../../../support/data-world.ts';
import { makeFolderLibrary } from '../../../support/folder-libraries.ts';

describe('a data folder with folder libraries', () => {
  async function opened(path: string) {
    const world = await openDataWorld(path);
    onTestFinished(() => world.store.close());
    const seen = async (id: LibraryId) => {
      const library = world.store.tables.libraryTable.find(id);
      return library === null ? 'gone' : world.filesAt(id, library.rootId);
    };
    return { ...world, seen };
  }

  async function withFolder() {
    const world = await opened(dataFolder());
    const id = await world.addLibrary('Papers');
    await world.commit(id, await world.put(id, '/work/plan.txt', 'plan'));
    return { world, id, work: await makeFolderLibrary(world, id, '/work') };
  }

  it('has them as acknowledged after a kill, and is found whole', async () => {
    const { world, id, work } = await withFolder();
    await world.commit(work, await world.put(work, '/new.txt', 'new'));
    const again = await opened(killedCopy(world.path));
    expect(await again.seen(work)).toEqual({ '/plan.txt': 'plan', '/new.txt': 'new' });
    expect(await again.seen(id)).toEqual({ '/work/plan.txt': 'plan', '/work/new.txt': 'new' });
    expect((await again.check({ full: true })).problems).toEqual([]);
  });

  it('has what was acknowledged in both after the database has forgotten it', async () => {
    const { world, id, work } = await withFolder();
    const older = killedCopy(world.path);
    await world.commit(work, await world.put(work, '/new.txt', 'new'));
    await world.commit(id, { op: 'move', from: '/work', to: '/job' });
    await world.commit(id, await world.put(id, '/job/last.txt', 'last'));
    const newer = killedCopy(world.path);
    for (const name of ['keepfold.db-wal', 'keepfold.db-shm']) rmSync(join(newer, name), { force: true });
    copyFileSync(join(older, 'keepfold.db'), join(newer, 'keepfold.db'));
    copyFileSync(join(older, 'keepfold.db-wal'), join(newer, 'keepfold.db-wal'));
    const again = await opened(newer);
    expect(again.rolledBack).toMatchObject([{ id, outcome: 'repaired' }]);
    expect(await again.seen(work)).toEqual({ '/plan.txt': 'plan', '/new.txt': 'new', '/last.txt': 'last' });
    expect(again.store.tables.libraryTable.find(work)).toMatchObject({ origin: { id, path: '/job' } });
    await again.commit(work, await again.put(work, '/after.txt', 'after'));
    expect(await again.seen(id)).toMatchObject({ '/job/after.txt': 'after', '/job/new.txt': 'new' });
    expect((await again.check({ full: true })).problems).toEqual([]);
  });
});
