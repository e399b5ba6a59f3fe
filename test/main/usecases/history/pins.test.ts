import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { CommitId } from '../../../../src-main/core/objects/object-id.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, BERT, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';

const DAY = 86_400;

/** A file that is replaced ten days later, and once more. */
async function replaced() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const { commitId } = await world.commit(id, await world.put(id, '/taxes', 'as they were'));
  for (const text of ['second', 'third']) {
    world.clock.advance(10 * DAY);
    await world.commit(id, await world.put(id, '/taxes', text));
  }
  world.clock.advance(10 * DAY);
  return { world, id, commitId };
}

async function textAt(world: LibraryWorld, id: LibraryId, commitId: CommitId): Promise<string> {
  const { item, read } = await world.files.openForExport(ANNA, id, '/taxes', commitId);
  if (item.kind !== 'file') throw new Error('a file was put there');
  let text = '';
  for await (const block of read(item)) text += block.toString();
  return text;
}

describe('a pinned commit', () => {
  it('can be read when retention and collection have taken everything around it', async () => {
    const { world, id, commitId } = await replaced();
    await world.pins.pin(ANNA, id, commitId, ' Before the taxes ');
    world.libraries.setRetention(ANNA, id, 5);
    await world.garbage.collect(ADMIN);
    const kept = world.libraries.find(ANNA, id).library;
    expect(kept.retainedFromSeq).toBeGreaterThan(2);
    expect(await textAt(world, id, commitId)).toBe('as they were');
    expect(world.pins.list(ANNA, id)).toMatchObject([
      { name: 'Before the taxes', pinnedBy: ANNA.email, commit: { id: commitId, seq: 2 } },
    ]);
    const request = { libraryId: id, commitId, paths: ['/taxes'], except: [], isDryRun: false };
    await world.restores.snapshot(ANNA, { ...request, mode: 'in-place' });
    expect(await textAt(world, id, world.libraries.find(ANNA, id).library.headId)).toBe('as they were');
  });

  it('goes with the next collection once it is let go', async () => {
    const { world, id, commitId } = await replaced();
    await world.pins.pin(ANNA, id, commitId, 'Taxes');
    world.libraries.setRetention(ANNA, id, 5);
    await world.garbage.collect(ADMIN);
    world.pins.unpin(ANNA, id, commitId);
    expect(await refusalOf(() => textAt(world, id, commitId))).toMatchObject({ code: 'commit-not-found' });
    const { id: fileId } = await fileThen(world, id, commitId);
    expect(world.stores.objects.library(id).has('fs', fileId)).toBe(true);
    await world.garbage.collect(ADMIN);
    expect(world.stores.objects.library(id).has('fs', fileId)).toBe(false);
  });

  it('is kept by a collection that was planned before somebody pinned it', async () => {
    const { world, id, commitId } = await replaced();
    world.libraries.setRetention(ANNA, id, 5);
    const collecting = world.garbage.collect(ADMIN);
    await world.pins.pin(ANNA, id, commitId, 'Just in time');
    await collecting;
    expect(await textAt(world, id, commitId)).toBe('as they were');
  });

  it('cannot be one that a collection has taken already', async () => {
    const { world, id, commitId } = await replaced();
    world.libraries.setRetention(ANNA, id, 5);
    await world.garbage.collect(ADMIN);
    const late = () => world.pins.pin(ANNA, id, commitId, 'Too late');
    expect(await refusalOf(late)).toMatchObject({ code: 'commit-not-found' });
  });

  it('is named by those who may write, with a name', async () => {
    const { world, id, commitId } = await replaced();
    expect(await refusalOf(() => world.pins.pin(BERT, id, commitId, 'Mine'))).toMatchObject({
      code: 'permission-denied',
    });
    expect(await refusalOf(() => world.pins.pin(ANNA, id, commitId, ' '))).toMatchObject({
      code: 'argument-invalid',
    });
    await world.pins.pin(ANNA, id, commitId, 'One');
    await world.pins.pin(ANNA, id, commitId, 'Another');
    expect(world.pins.list(ANNA, id).map(({ name }) => name)).toEqual(['Another']);
  });
});

/** From the index, which knows it also when its tree cannot be read any more. */
async function fileThen(world: LibraryWorld, id: LibraryId, commitId: CommitId) {
  const [change] = await world.history.changes(ANNA, id, commitId, { after: -1, limit: 1 });
  if (change === undefined) throw new Error('the commit added a file');
  return { id: change.objectId };
}
