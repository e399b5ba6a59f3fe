import { describe, expect, it } from 'vitest';
import { reconcileHeads } from '../../../../src-main/engine/heads/reconcile-heads.ts';
import { createCheck } from '../../../../src-main/engine/objects/check.ts';
import { ADMIN, ANNA, libraryWorld } from '../../../support/library-world.ts';

/** Objects in memory are not in an index that could forget them. */
const rebuildIndex = async () => undefined;

describe('the check of the store', () => {
  it('finds a library with history sound, and counts what it saw', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/d/a.txt', 'hello'), await world.put(id, '/empty', ''));
    await world.commit(id, { op: 'remove', path: '/d' });

    const report = await world.check({ full: true });

    expect(report.problems).toEqual([]);
    expect(report).toMatchObject({ libraries: 1, commits: 3 });
    expect(report.bytes).toBeGreaterThan(5);
  });

  it('ends at once when it is called off while the database is looked through', async () => {
    const { stores } = await libraryWorld();
    const end = new AbortController();
    const endless = (signal?: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    const checked = createCheck({ ...stores, databaseFaults: endless })({ full: false, signal: end.signal });
    end.abort(new Error('called off'));
    await expect(checked).rejects.toThrow('called off');
  });

  it('looks at the libraries that are there once the database has been looked through', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const databaseFaults = async () => {
      await world.libraries.remove(ANNA, id);
      await world.deletedLibraries.purge(ADMIN, id);
      return [];
    };
    const report = await createCheck({ ...world.stores, databaseFaults })({ full: true });
    expect(report).toMatchObject({ libraries: 0, problems: [] });
  });

  it('notices a database that is older than the journal, and start brings it up again', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const first = await world.commit(id, await world.put(id, '/a.txt', 'one'));
    const lost = await world.commit(id, await world.put(id, '/a.txt', 'two'));
    // What a lost write-ahead log leaves: the rows of the last commit are not there.
    world.db.prepare('DELETE FROM commits WHERE id = ?').run(lost.commitId);
    world.db
      .prepare('UPDATE libraries SET head_id = ?, root_id = ?, head_seq = 2 WHERE id = ?')
      .run(first.commitId, first.rootId, id);

    const { problems } = await world.check({ full: false });
    expect(problems).toMatchObject([{ kind: 'head', id: lost.commitId, reason: 'older-than-journal' }]);

    const rolledBack = await reconcileHeads({ ...world.stores, rebuildIndex, clock: world.clock });
    expect(rolledBack).toEqual([{ id, name: 'Papers', lostHeadId: lost.commitId, outcome: 'repaired' }]);
    expect(world.libraries.find(ANNA, id)).toMatchObject({
      permission: 'rw',
      library: { headId: lost.commitId, headSeq: 3, sizeBytes: 3 },
    });
    expect((await world.check({ full: true })).problems).toEqual([]);
  });

  it('journals at start a head that a crash left out of the journal', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const made = await world.commit(id, await world.put(id, '/a.txt', 'one'));
    const before = world.history.page(ANNA, id, { page: 1, perPage: 2 }).commits[1];
    if (before === undefined) throw new Error('two commits expected');
    const [entry] = (await world.stores.journal.readAll()).entries;
    if (entry === undefined) throw new Error('a journal expected');
    await world.stores.journal.append([{ ...entry, head_commit_id: before.id }]);

    expect(await reconcileHeads({ ...world.stores, rebuildIndex, clock: world.clock })).toEqual([]);
    expect((await world.stores.journal.lastHeads()).get(id)?.head_commit_id).toBe(made.commitId);
  });
});
