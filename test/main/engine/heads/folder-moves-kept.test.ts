import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DomainError } from '../../../../src-main/core/errors.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { findEntry } from '../../../../src-main/core/tree/tree-lookup.ts';
import { createReadDir } from '../../../../src-main/engine/reading/directory-reader.ts';
import { dataFolder, killedCopy, openDataWorld } from '../../../support/data-world.ts';
import { makeFolderLibrary } from '../../../support/folder-libraries.ts';
import { type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';
import { seededNumbers } from '../../../support/seeded-numbers.ts';

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

describe('any changes in any order', () => {
  const NAMES = ['a', 'b', 'c'];
  /** Of changes that make no sense as things are. */
  const USUAL = new Set([
    'path-invalid',
    'name-taken',
    'item-not-found',
    'folder-not-found',
    'library-not-found',
  ]);

  /** Of every live folder library: the id of the folder that it shows, and its own root. */
  async function rootsOf({ stores }: LibraryWorld, id: LibraryId) {
    const whole = stores.libraryTable.find(id);
    if (whole === null) throw new Error('a library expected');
    const readDir = createReadDir(stores.objects.library(id));
    const live = stores.folderLibraryTable.of(id).filter(({ isEnded }) => !isEnded);
    return Promise.all(
      live.map(async ({ origin: { path }, rootId }) => {
        const entry = await findEntry(readDir, whole.rootId, path);
        return { path, folder: entry?.kind === 'dir' ? entry.id : null, own: rootId };
      }),
    );
  }

  it.each([1, 2, 3, 4, 5])('leave every folder library the same as its folder (%i)', async (seed) => {
    const world = await libraryWorld();
    const { below: pick, pick: one } = seededNumbers(seed);
    const path = () => `/${Array.from({ length: 1 + pick(3) }, () => one(NAMES)).join('/')}`;
    const id = await world.addLibrary();
    const step = async (at: number) => {
      const live = world.stores.folderLibraryTable.of(id).filter(({ isEnded }) => !isEnded);
      const target = pick(2) === 0 || live.length === 0 ? id : one(live).id;
      const kind = pick(10);
      if (kind === 0) return makeFolderLibrary(world, id, path());
      if (kind < 5)
        return world.commit(target, await world.put(target, `${path()}/f${pick(4)}`, `text ${at % 7}`));
      if (kind < 7) return world.commit(target, { op: 'move', from: path(), to: path() });
      if (kind === 7) return world.commit(target, { op: 'remove', path: path() });
      if (kind === 8) return world.commit(target, { op: 'mkdir', path: path(), mtimeSeconds: at });
      const headSeq = world.stores.libraryTable.find(id)?.headSeq ?? 1;
      const older = world.stores.historyTable.findBySeq(id, Math.max(1, headSeq - 1 - pick(3)));
      const entry = await findEntry(
        createReadDir(world.stores.objects.library(id)),
        older?.rootId ?? EMPTY_ID,
        path(),
      );
      if (entry?.kind !== 'dir') return null;
      return world.commit(id, { op: 'mkdir', path: path(), mtimeSeconds: at, id: entry.id });
    };
    for (let at = 0; at < 120; at += 1) {
      await step(at).catch((error: unknown) => {
        if (!(error instanceof DomainError) || !USUAL.has(error.code)) throw error;
      });
      for (const { path: where, folder, own } of await rootsOf(world, id))
        expect([at, where, own]).toEqual([at, where, folder]);
    }
    expect((await world.check({ full: true })).problems).toEqual([]);
  });
});
