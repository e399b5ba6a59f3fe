import { describe, expect, it, vi } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { TreeChange } from '../../../../src-main/core/tree/apply.ts';
import { reconcileLargeMoves } from '../../../../src-main/engine/heads/write-ahead.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';

/** More than go on record in one transaction. */
const MANY = 5_000;
const PLACES = Array.from({ length: MANY }, (_, at) => `/many/${String(at).padStart(4, '0')}.txt`);

const removals: TreeChange[] = PLACES.map((path) => ({ op: 'remove', path }));

/** A library with one file in a folder, and changes that put many more beside it. */
async function largeWorld() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const first = await world.put(id, '/many/first.txt', 'same');
  await world.commit(id, first);
  const puts = PLACES.map((path) => ({ ...first, path }) as TreeChange);
  return { world, id, puts };
}

/** What the tables say of commits and deletions, as a program would see them that reads all of them. */
function onRecord({ db, stores }: LibraryWorld, id: LibraryId) {
  const library = stores.libraryTable.find(id);
  const seq = library?.headSeq ?? 0;
  const count = (sql: string) => db.prepare<[], number>(sql).pluck().get();
  return {
    seq,
    counts: stores.historyTable.findBySeq(id, seq)?.counts,
    changes: stores.historyTable
      .changes(id, seq, { after: -1, limit: 2 * MANY })
      .map(({ op, path }) => ({ op, path })),
    listed: stores.trashTable.count(id, 0, 2 * MANY),
    allChanges: count('SELECT count(*) FROM commit_changes'),
    moves: count('SELECT count(*) FROM large_moves') ?? 0,
    returns: count('SELECT count(*) FROM large_move_returns') ?? 0,
  };
}

const RECONCILED = { moves: 0, returns: 0 };

/** How many rows were written at most between two turns of other work. */
async function mostRowsATurn({ db }: LibraryWorld, work: () => Promise<unknown>): Promise<number> {
  const written = db.prepare<[], number>('SELECT total_changes()').pluck();
  let before = written.get() ?? 0;
  let most = 0;
  let isOn = true;
  const look = () => {
    const now = written.get() ?? 0;
    most = Math.max(most, now - before);
    before = now;
    if (isOn) setImmediate(look);
  };
  setImmediate(look);
  try {
    await work();
  } finally {
    isOn = false;
  }
  look();
  return most;
}

describe('a head that moves by thousands of changes', () => {
  it('never holds up others for more than some two thousand rows', async () => {
    const { world, id, puts } = await largeWorld();
    for (const changes of [puts, removals, puts])
      expect(await mostRowsATurn(world, () => world.commit(id, ...changes))).toBeLessThan(3_000);
  });

  it('has all its changes on record, in path order', async () => {
    const { world, id, puts } = await largeWorld();
    await world.commit(id, ...puts);
    expect(onRecord(world, id)).toMatchObject({
      seq: 3,
      counts: { added: MANY, modified: 0, removed: 0, renamed: 0 },
      changes: PLACES.map((path) => ({ op: 'new', path })),
      ...RECONCILED,
    });
  });

  it('lists all that it deleted, and none of it once it is back', async () => {
    const { world, id, puts } = await largeWorld();
    await world.commit(id, ...puts);
    await world.commit(id, ...removals);
    expect(onRecord(world, id)).toMatchObject({ listed: MANY, ...RECONCILED });
    await world.commit(id, ...puts);
    expect(onRecord(world, id)).toMatchObject({ listed: 0, ...RECONCILED });
    await world.commit(id, ...removals);
    expect(onRecord(world, id)).toMatchObject({ listed: MANY, ...RECONCILED });
  });

  it('lists what it deleted though the trash was cleared while it went on record', async () => {
    const { world, id, puts } = await largeWorld();
    await world.commit(id, ...puts, { op: 'put', path: '/old.txt', dirent: direntOf(puts) });
    world.clock.advance(10);
    await world.commit(id, { op: 'remove', path: '/old.txt' });
    const { largeMoves } = world.stores;
    const reconcile = vi.spyOn(largeMoves, 'putDeleted').mockImplementationOnce((library, items) => {
      reconcile.mockRestore();
      largeMoves.putDeleted(library, items);
      world.db.prepare('UPDATE libraries SET trash_from_s = ?').run(world.clock.nowSeconds() + 5);
    });
    await world.commit(id, ...removals);
    expect(onRecord(world, id)).toMatchObject({ listed: MANY, ...RECONCILED });
  });

  it('leaves nothing on record when it does not come to it', async () => {
    const { world, id, puts } = await largeWorld();
    await world.commit(id, ...puts);
    const before = onRecord(world, id);
    vi.spyOn(world.stores.libraryTable, 'moveHead').mockReturnValueOnce(false);
    expect(await refusalOf(() => world.commit(id, ...removals))).toMatchObject({ code: 'head-moved' });
    expect(onRecord(world, id)).toEqual(before);
  });

  it('writes nothing for a library that is deleted meanwhile', async () => {
    const { world, id, puts } = await largeWorld();
    await world.commit(id, ...puts);
    const { largeMoves, libraryTable } = world.stores;
    const before = onRecord(world, id);
    const begin = vi.spyOn(largeMoves, 'begin').mockImplementationOnce((library, seq) => {
      begin.mockRestore();
      libraryTable.markDeleted(id, 1);
      largeMoves.begin(library, seq);
    });
    expect(await refusalOf(() => world.commit(id, ...removals))).toMatchObject({ code: 'head-moved' });
    expect(onRecord(world, id)).toMatchObject({ allChanges: before.allChanges, ...RECONCILED });
  });

  it('leaves nothing after the end of the process before the head had moved', async () => {
    const { world, id, puts } = await largeWorld();
    await world.commit(id, ...puts);
    const before = onRecord(world, id);
    await endedProcess(world, 'before', () => world.commit(id, ...removals));
    expect(onRecord(world, id).allChanges).toBe((before.allChanges ?? 0) + MANY);
    expect(onRecord(world, id)).toMatchObject({ seq: before.seq, changes: before.changes, listed: 0 });
    reconcileLargeMoves(world.stores.largeMoves);
    expect(onRecord(world, id)).toEqual(before);
  });

  it('is whole after the end of the process once the head had moved', async () => {
    const { world, id, puts } = await largeWorld();
    await world.commit(id, ...puts);
    await endedProcess(world, 'after', () => world.commit(id, ...removals));
    expect(onRecord(world, id)).toMatchObject({ seq: 4, listed: 0, moves: 1 });
    reconcileLargeMoves(world.stores.largeMoves);
    expect(onRecord(world, id)).toMatchObject({ seq: 4, listed: MANY, ...RECONCILED });
  });

  it('stays acknowledged when the disk is full just after, and the next one reconciles it', async () => {
    const { world, id, puts } = await largeWorld();
    await world.commit(id, ...puts);
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    // The first look is for what an earlier move left.
    const reconcile = vi.spyOn(world.stores.largeMoves, 'reconcile').mockReturnValueOnce(false);
    reconcile.mockImplementationOnce(() => {
      throw full;
    });
    await world.commit(id, ...removals);
    expect(onRecord(world, id)).toMatchObject({ seq: 4, listed: 0, moves: 1 });
    await world.commit(id, { op: 'remove', path: '/many/first.txt' });
    expect(onRecord(world, id)).toMatchObject({ seq: 5, listed: MANY + 1, ...RECONCILED });
  });
});

/** Lets the process seem to end where a move has been written ahead, and its head has moved or not. */
async function endedProcess(world: LibraryWorld, when: 'before' | 'after', work: () => Promise<unknown>) {
  const { largeMoves, libraryTable } = world.stores;
  const end = () => {
    throw new Error('the process ends');
  };
  const reconcile = vi.spyOn(largeMoves, 'reconcile').mockReturnValueOnce(false).mockImplementation(end);
  if (when === 'before') vi.spyOn(libraryTable, 'moveHead').mockImplementationOnce(end);
  await expect(work()).rejects.toThrow('the process ends');
  reconcile.mockRestore();
}

function direntOf([change]: readonly TreeChange[]) {
  if (change?.op !== 'put') throw new Error('the first change puts no file');
  return change.dirent;
}

// Kept for who reads the trash as its owner would.
describe('the trash after a large deletion', () => {
  it('brings files back by page as after a small one', async () => {
    const { world, id, puts } = await largeWorld();
    await world.commit(id, ...puts);
    await world.commit(id, ...removals);
    const { items } = await world.trash.page(ANNA, id, { path: '/', showDays: 0, cursor: null, limit: 3 });
    expect(items).toMatchObject([
      { path: '/many/4999.txt' },
      { path: '/many/4998.txt' },
      { path: '/many/4997.txt' },
    ]);
  });
});
