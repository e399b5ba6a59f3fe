import { describe, expect, it } from 'vitest';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, libraryWorld } from '../../../support/library-world.ts';

const DAY = 86_400;

/** Somebody has found a file of an old version, and is about to read it. */
async function foundInOldVersion() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const old = await world.commit(id, await world.put(id, '/a.txt', 'first'));
  await world.commit(id, await world.put(id, '/a.txt', 'second'));
  world.clock.advance(2 * DAY);
  const { item, read } = await world.files.openForExport(ANNA, id, '/a.txt', old.commitId);
  if (item.kind !== 'file') throw new Error('not a file');
  return { world, id, read: () => read(item).next() };
}

describe('reading what was looked up a while ago', () => {
  it('asks to try again when retention has let it go since', async () => {
    const { world, id, read } = await foundInOldVersion();
    world.libraries.setRetention(ANNA, id, 0);
    await world.garbage.collect(ADMIN);
    expect(await refusalOf(read)).toMatchObject({
      code: 'head-moved',
      detail: { reason: 'content-collected' },
    });
  });

  it('says that the library is gone when it was removed and purged since', async () => {
    const { world, id, read } = await foundInOldVersion();
    await world.libraries.remove(ANNA, id);
    await world.deletedLibraries.purge(ANNA, id);
    expect(await refusalOf(read)).toMatchObject({ code: 'library-not-found' });
  });

  it('calls it damage when it should be there', async () => {
    const { world, id, read } = await foundInOldVersion();
    const damage = { lastReferencedBeforeSeconds: Number.MAX_SAFE_INTEGER };
    await world.stores.objects.library(id).remove([{ kind: 'block', id: objectIdOf('first') }], damage);
    expect(await refusalOf(read)).toMatchObject({ code: 'object-missing' });
  });
});
