import { describe, expect, it } from 'vitest';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { createKeptContent } from '../../../../src-main/engine/heads/kept-content.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { libraryWorld } from '../../../support/library-world.ts';
import { fileIdOf } from '../../../support/trees.ts';

const GONE = { code: 'head-moved', detail: { reason: 'content-collected' } };

async function withChange() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const change = await world.put(id, '/a.txt', 'one');
  const store = world.stores.objects.library(id);
  await store.flush();
  const remove = (kind: 'fs' | 'block', object: string) =>
    store.remove([{ kind, id: object }], { lastReferencedBeforeSeconds: Number.MAX_SAFE_INTEGER });
  return { world, id, change, store, remove, kept: createKeptContent(world.stores) };
}

describe('content that changes count on', () => {
  it('is missed where a file is gone', async () => {
    const { id, change, remove, kept } = await withChange();
    await kept.require(id, [change]);
    await remove('fs', fileIdOf('one'));
    expect(await refusalOf(() => kept.require(id, [change]))).toMatchObject(GONE);
  });

  it('is missed where a block is gone, once something may have been collected', async () => {
    const { id, change, remove, kept } = await withChange();
    await remove('block', objectIdOf('one'));
    await kept.require(id, [change]);
    kept.noteCollection(id);
    expect(await refusalOf(() => kept.require(id, [change]))).toMatchObject(GONE);
  });

  it('is missed where something in a copied folder is gone, once something may have been erased', async () => {
    const { world, id, change, remove, kept } = await withChange();
    await world.commit(id, { ...change, path: '/d/a.txt' } as typeof change);
    const library = world.stores.libraryTable.find(id);
    if (library === null) throw new Error('the library is there');
    const folder = await world.contents.entryAt(library, '/d');
    if (folder?.kind !== 'dir') throw new Error('the folder is there');
    const copied = { op: 'mkdir', path: '/copy', id: folder.id, mtimeSeconds: 1 } as const;
    await remove('block', objectIdOf('one'));
    kept.noteCollection(id);
    await kept.require(id, [copied]);
    kept.noteErasure(id);
    expect(await refusalOf(() => kept.require(id, [copied]))).toMatchObject(GONE);
  });

  it('is not missed where a damaged copy may be repaired', async () => {
    const { id, change, store, remove, kept } = await withChange();
    await remove('fs', fileIdOf('one'));
    const damage = { kind: 'fs', id: fileIdOf('one'), reason: 'id-mismatch', foundAtSeconds: 1 } as const;
    store.damaged = () => [damage];
    await kept.require(id, [change]);
  });

  it('is missed behind a file that is damaged', async () => {
    const { world, id, change, store, remove, kept } = await withChange();
    const other = await world.put(id, '/b.txt', 'two');
    await store.flush();
    await remove('fs', fileIdOf('one'));
    await remove('fs', fileIdOf('two'));
    store.damaged = () => [
      { kind: 'fs', id: fileIdOf('one'), reason: 'id-mismatch', foundAtSeconds: 1 } as const,
    ];
    expect(await refusalOf(() => kept.require(id, [change, other]))).toMatchObject(GONE);
  });

  it('is missed where a block is gone and another one is damaged', async () => {
    const { id, change, store, remove, kept } = await withChange();
    await remove('block', objectIdOf('one'));
    kept.noteCollection(id);
    store.damaged = () => [
      { kind: 'block', id: objectIdOf('two'), reason: 'id-mismatch', foundAtSeconds: 1 } as const,
    ];
    expect(await refusalOf(() => kept.require(id, [change]))).toMatchObject(GONE);
    store.damaged = () => [
      { kind: 'block', id: objectIdOf('one'), reason: 'id-mismatch', foundAtSeconds: 1 } as const,
    ];
    await kept.require(id, [change]);
  });
});
