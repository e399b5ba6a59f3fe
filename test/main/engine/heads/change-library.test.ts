import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { decodeCommit } from '../../../../src-main/core/objects/commit.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';

const RENAMED = { author: ANNA.email, asksFirst: false, description: 'Changed library name' } as const;

function rename({ changeLibrary }: LibraryWorld, libraryId: LibraryId, more: object = {}) {
  return changeLibrary.changeRecord({ ...RENAMED, libraryId, change: { name: 'Letters' }, ...more });
}

describe('changing what a library is called', () => {
  it('is a commit with the same tree', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const { commitId, rootId } = await world.commit(id, await world.put(id, '/a.txt', 'one'));
    await rename(world, id);
    const { library } = world.libraries.find(ANNA, id);
    expect([library.name, library.rootId]).toEqual(['Letters', rootId]);
    const stored = decodeCommit(await world.stores.objects.library(id).read('commit', library.headId));
    expect(stored).toMatchObject({ parentId: commitId, libraryName: 'Letters', rootId });
  });

  it('is refused for a read-only library, but to who is not bound by that', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    world.stores.libraryTable.setStatus(id, 'read-only');
    expect(await refusalOf(() => rename(world, id))).toMatchObject({ code: 'library-read-only' });
    await rename(world, id, { evenReadOnly: true });
    expect(world.libraries.find(ANNA, id).library.name).toBe('Letters');
  });
});

describe('the turn of a library', () => {
  it.each(['withLock', 'exclusively', 'erasing'] as const)('holds commits back: %s', async (turn) => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const change = await world.put(id, '/a.txt', 'one');
    const { promise, resolve: end } = Promise.withResolvers<void>();
    const order: string[] = [];
    const held = world.changeLibrary[turn](id, () => promise.then(() => void order.push('turn')));
    const committed = world.commit(id, change).then(() => order.push('commit'));
    const other = await world.addLibrary('Other');
    await world.commit(other, await world.put(other, '/a.txt', 'one'));
    order.push('other library');
    end();
    await Promise.all([held, committed]);
    expect(order).toEqual(['other library', 'turn', 'commit']);
  });
});
