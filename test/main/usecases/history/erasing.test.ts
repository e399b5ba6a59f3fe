import { describe, expect, it } from 'vitest';
import type { LinkedFolderId } from '../../../../src-main/core/folder/linked-folder.ts';
import type { ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { createErasing } from '../../../../src-main/usecases/history/erasing.ts';
import { SECRET, withSecret } from '../../../support/erased-library.ts';
import { ANNA, type LibraryWorld } from '../../../support/library-world.ts';
import { fileIdOf } from '../../../support/trees.ts';

function watching(signal = new AbortController().signal) {
  const told: string[] = [];
  return {
    told,
    watched: { signal, onProgress: (done: number, total: number) => told.push(`${done}/${total}`) },
  };
}

/** With linked folders that hold on to these objects. */
function erasingIn(
  { stores, changeLibrary, clock }: LibraryWorld,
  held: readonly ObjectId[] = [],
  transaction = stores.transaction,
) {
  const events = { emit: () => undefined };
  return createErasing({
    ...stores,
    changeLibrary,
    clock,
    events,
    transaction,
    folderNeeds: { of: () => held },
  });
}

describe('the work of erasing', () => {
  it('tells its two steps', async () => {
    const { world, id, changed } = await withSecret();
    const { told, watched } = watching();
    const request = { libraryId: id, item: SECRET, author: ANNA.email, onto: changed };
    await erasingIn(world).erase(request, watched);
    expect(told).toEqual(['0/2', '1/2']);
    expect(world.erasures.list(ANNA, id).erasures).toMatchObject([{ state: 'done', result: { holding: 0 } }]);
  });

  it('leaves nothing of what programs noted at the item, and what they noted elsewhere', async () => {
    const { world, id, changed } = await withSecret();
    const { itemPropertyTable } = world.stores;
    for (const path of ['/keys/secret.txt', '/keys/public.txt'])
      itemPropertyTable.change({ libraryId: id, path }, { set: [{ name: 'a', value: 'b' }], removed: [] });
    const request = { libraryId: id, item: SECRET, author: ANNA.email, onto: changed };
    await erasingIn(world).erase(request, watching().watched);
    expect(itemPropertyTable.below({ libraryId: id, path: '/' }).map(({ path }) => path)).toEqual([
      '/keys/public.txt',
    ]);
  });

  it('leaves alone what programs noted at something new in its place', async () => {
    const { world, id, changed } = await withSecret();
    const { itemPropertyTable } = world.stores;
    const at = { libraryId: id, path: '/keys/secret.txt' };
    const request = { libraryId: id, item: SECRET, author: ANNA.email, onto: changed };
    await world.changeLibrary.eraseFromHistory(request);
    await world.commit(id, await world.put(id, at.path, 'another file'));
    itemPropertyTable.change(at, { set: [{ name: 'a', value: 'b' }], removed: [] });
    await erasingIn(world).finish(id, watching().watched);
    expect(itemPropertyTable.of(at)).toHaveLength(1);
  });

  it('leaves no name behind in what a linked folder did, saved or not, also when that fails at first', async () => {
    const { world, id, changed } = await withSecret();
    const { folderActivity, folderActivityTable, linkedFolders, transaction } = world.stores;
    const { key } = linkedFolders.add({
      ...{ id: 'folder' as LinkedFolderId, libraryId: id, path: '/home/anna/papers' },
      ...{ authorEmail: ANNA.email, rootDevice: 1, rootInode: 1, createdAtSeconds: 0 },
    });
    const entry = { at_ms: 1, path: 'secret.txt', what: 'taken-in', bytes: 5, said: null } as const;
    folderActivity.add(key, [entry]);
    folderActivity.save();
    folderActivity.add(key, [entry]);
    const request = { libraryId: id, item: SECRET, author: ANNA.email, onto: changed };
    await world.changeLibrary.eraseFromHistory(request);
    const { watched } = watching();
    const failing = <T>(work: () => T): T =>
      transaction(() => {
        const result = work();
        if (folderActivityTable.list(key, 10).length === 0) throw new Error('disk full');
        return result;
      });
    await expect(erasingIn(world, [], failing).finish(id, watched)).rejects.toThrow('disk full');
    expect(folderActivity.list(key, 10)).toHaveLength(2);
    expect(await erasingIn(world).finish(id, watched)).toBe(true);
    folderActivity.save();
    expect(folderActivity.list(key, 10)).toEqual([]);
  });

  it('is not over while a linked folder holds on to what was erased', async () => {
    const { world, id, changed } = await withSecret();
    const request = { libraryId: id, item: SECRET, author: ANNA.email, onto: changed };
    await world.changeLibrary.eraseFromHistory(request);
    const { watched } = watching();
    expect(await erasingIn(world, [fileIdOf('password 2')]).finish(id, watched)).toBe(false);
    expect(world.erasures.list(ANNA, id).erasures).toMatchObject([{ state: 'waiting', result: null }]);
    expect(await erasingIn(world).finish(id, watched)).toBe(true);
    expect(world.erasures.list(ANNA, id).erasures).toMatchObject([{ state: 'done' }]);
  });

  it('leaves the rest for later when it is ended after the history is written', async () => {
    const { world, id, changed } = await withSecret();
    const ending = new AbortController();
    const watched = {
      signal: ending.signal,
      onProgress: (done: number) => {
        if (done === 1) ending.abort(new Error('ended'));
      },
    };
    const request = { libraryId: id, item: SECRET, author: ANNA.email, onto: changed };
    await erasingIn(world).erase(request, watched);
    expect(world.erasures.list(ANNA, id).erasures).toMatchObject([{ state: 'waiting' }]);
    await world.erasures.finishAll();
    expect(world.erasures.list(ANNA, id).erasures).toMatchObject([{ state: 'done' }]);
  });

  it('is ended also while it proves that nothing is left, and proves it later', async () => {
    const { world, id, changed } = await withSecret();
    const request = { libraryId: id, item: SECRET, author: ANNA.email, onto: changed };
    await world.changeLibrary.eraseFromHistory(request);
    const ending = new AbortController();
    const { historyRewriteTable: table } = world.stores;
    // The last of it before the proof.
    const putItem = (...args: Parameters<typeof table.putItem>) => {
      table.putItem(...args);
      ending.abort(new Error('ended'));
    };
    const erasing = createErasing({
      ...{ ...world.stores, historyRewriteTable: { ...table, putItem }, changeLibrary: world.changeLibrary },
      ...{ clock: world.clock, events: { emit: () => undefined }, folderNeeds: { of: () => [] } },
    });
    const { watched } = watching(ending.signal);
    await expect(erasing.finish(id, watched)).rejects.toThrow('ended');
    expect(world.erasures.list(ANNA, id).erasures).toMatchObject([{ state: 'waiting', result: null }]);
    await world.erasures.finishAll();
    // What was removed before the end is told too.
    const result = { commitsRead: 6, holding: 0, removedObjects: 12 };
    expect(world.erasures.list(ANNA, id).erasures).toMatchObject([{ state: 'done', result }]);
  });
});
