import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { originalOfConflict } from '../../../../src-main/core/tree/unique-name.ts';
import type { ConflictCopy, KeptSide } from '../../../../src-main/usecases/files/conflict-copies.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, BERT, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';

const COPY = 'a (SFConflict bert@example.com 2026-11-20-10-11-12).txt';

async function listed(world: LibraryWorld) {
  const copies = await world.conflictCopies.list(ANNA);
  return copies.map(({ path, original }) => [path, original?.path ?? null]);
}

/** Its head moves with each commit. */
function withoutLibrary(copies: readonly ConflictCopy[]) {
  return copies.map(({ library: _, ...copy }) => copy);
}

async function clashing() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  await world.commit(id, await world.put(id, '/d/a.txt', '1'));
  await world.commit(id, await world.put(id, `/d/${COPY}`, '22'));
  return { world, id };
}

async function sizesAfter(world: LibraryWorld, id: LibraryId, keep: KeptSide) {
  const resolved = await world.conflictCopies.resolve(ANNA, { libraryId: id, path: `/d/${COPY}` }, keep);
  const { dirents } = await world.files.list(ANNA, id, '/d', null);
  const sizes = dirents.map((row) => [row.name, row.kind === 'file' ? row.sizeBytes : null]);
  return { path: resolved.path, sizes };
}

describe('the original of a conflict copy', () => {
  it.each([
    ['a (SFConflict bert@example.com 2026-11-20-10-11-12).txt', 'a.txt'],
    ['a (SFConflict bert@example.com 2026-11-20-10-11-12) (1).txt', 'a.txt'],
    ['Makefile (SFConflict 2026-11-20-10-11-12)', 'Makefile'],
    ['a (SFConflict).txt', null],
    ['a.txt', null],
  ])('of %j is %j', (name, original) => {
    expect(originalOfConflict(name)).toBe(original);
  });
});

describe('conflict copies', () => {
  it('are found with what has the name, where a folder was moved to and until they are gone', async () => {
    const { world, id } = await clashing();
    expect(await listed(world)).toEqual([[`/d/${COPY}`, '/d/a.txt']]);
    await world.commit(id, { op: 'move', from: '/d', to: '/e' });
    await world.commit(id, { op: 'remove', path: '/e/a.txt' });
    expect(await listed(world)).toEqual([[`/e/${COPY}`, null]]);
    await world.commit(id, { op: 'move', from: `/e/${COPY}`, to: '/e/mine.txt' });
    expect(await listed(world)).toEqual([]);
  });

  it('say on which device each side was changed last, and that this computer is one', async () => {
    const { world } = await clashing();
    const devices = async () => {
      const [copy] = await world.conflictCopies.list(ANNA);
      return [copy?.madeOn, copy?.original?.madeOn];
    };
    const nowhere = { device: '', isServer: false };
    expect(await devices()).toEqual([nowhere, nowhere]);
    world.db
      .prepare('UPDATE commits SET device_name = ? WHERE seq = (SELECT max(seq) FROM commits)')
      .run('Phone');
    expect(await devices()).toEqual([{ device: 'Phone', isServer: false }, nowhere]);
    world.db.prepare('UPDATE commits SET device_name = ?').run(hostname());
    expect((await devices())[1]).toEqual({ device: hostname(), isServer: true });
  });

  it.each(['merge', 'copy', 'original', 'both'] as const)(
    'say the same again once this answer was undone: %s',
    async (answer) => {
      const { world, id } = await clashing();
      const made = world.db.prepare('UPDATE commits SET device_name = ? WHERE seq = ?');
      made.run('Laptop', 2);
      made.run('Phone', 3);
      const before = await world.conflictCopies.list(ANNA);
      expect(before.map(({ madeOn, original }) => [madeOn.device, original?.madeOn.device])).toEqual([
        ['Phone', 'Laptop'],
      ]);
      const place = { libraryId: id, path: `/d/${COPY}` };
      const sides = { originalId: before[0]?.original?.file.id ?? '', copyId: before[0]?.file.id ?? '' };
      const lines = { ...sides, pieces: ['original:0-1', 'copy:0-1'] };
      const { commitId } =
        answer === 'merge'
          ? await world.conflictMerges.save(ANNA, { ...place, ...lines })
          : await world.conflictCopies.resolve(ANNA, place, answer);
      expect(await world.conflictCopies.list(ANNA)).toEqual([]);
      await world.restores.undo(ANNA, { libraryId: id, commitId, paths: null });
      expect(withoutLibrary(await world.conflictCopies.list(ANNA))).toEqual(withoutLibrary(before));
    },
  );

  it('of libraries that somebody does not reach are not theirs to see', async () => {
    const { world, id } = await clashing();
    expect(await world.conflictCopies.list(BERT)).toEqual([]);
    const ask = () => world.conflictCopies.resolve(BERT, { libraryId: id, path: `/d/${COPY}` }, 'copy');
    expect(await refusalOf(ask)).toMatchObject({ code: 'permission-denied' });
  });

  it.each([
    ['original', '/d/a.txt', [['a.txt', 1]]],
    ['copy', '/d/a.txt', [['a.txt', 2]]],
    [
      'both',
      '/d/a (1).txt',
      [
        ['a (1).txt', 2],
        ['a.txt', 1],
      ],
    ],
  ] as const)('end with keeping: %s', async (keep, path, sizes) => {
    const { world, id } = await clashing();
    expect(await sizesAfter(world, id, keep)).toEqual({ path, sizes });
    expect(await listed(world)).toEqual([]);
  });

  it('get a number where a folder has the name by now, which stays', async () => {
    const { world, id } = await clashing();
    await world.commit(
      id,
      { op: 'remove', path: '/d/a.txt' },
      { op: 'mkdir', path: '/d/a.txt', mtimeSeconds: 1 },
    );
    const path = '/d/a (1).txt';
    const resolved = await world.conflictCopies.resolve(ANNA, { libraryId: id, path: `/d/${COPY}` }, 'copy');
    expect(resolved).toMatchObject({ path, changed: true });
    expect(await listed(world)).toEqual([]);
  });

  it('refuse what is no conflict copy', async () => {
    const { world, id } = await clashing();
    const ask = () => world.conflictCopies.resolve(ANNA, { libraryId: id, path: '/d/a.txt' }, 'copy');
    expect(await refusalOf(ask)).toMatchObject({ code: 'item-not-found' });
  });
});

describe('recent commits', () => {
  it('are the newest of all libraries', async () => {
    const world = await libraryWorld();
    const [first, second] = [await world.addLibrary('First'), await world.addLibrary('Second')];
    for (const [id, path] of [
      [first, '/a'],
      [second, '/b'],
      [first, '/c'],
    ] as const) {
      world.clock.advance(60);
      await world.commit(id, await world.put(id, path, path));
    }
    const recent = await world.recentCommits.list(ANNA, 3);
    expect(recent.map(({ library }) => library.name)).toEqual(['First', 'Second', 'First']);
    expect(await world.recentCommits.list(BERT, 3)).toEqual([]);
  });
});
