import { describe, expect, it } from 'vitest';
import { by } from '../../../../src-main/core/access/caller.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { ADMIN, ANNA, libraryWorld } from '../../../support/library-world.ts';
import { textIn } from '../../../support/upload-pieces.ts';

/** Of an owner who may store this many bytes. */
async function libraryWithQuota(quotaBytes: number) {
  const world = await libraryWorld();
  const libraryId = await world.addLibrary();
  await world.accounts.updateUser(ADMIN, ANNA.email, { quotaBytes });
  const receive = () => world.edits.receiveContent(world.libraries.find(ANNA, libraryId).library, null);
  return { world, libraryId, receive };
}

describe('content that comes in', () => {
  it('is in the store, block by block, before any tree names it', async () => {
    const { world, libraryId, receive } = await libraryWithQuota(100);
    const { store, received } = receive();
    const one = await store(textIn('hel', 'lo'));
    await store(textIn('other'));
    const objects = world.stores.objects.library(libraryId);
    expect(one.sizeBytes).toBe(5);
    expect(objects.has('fs', one.id)).toBe(true);
    expect(received).toEqual([objectIdOf('hello'), objectIdOf('other')]);
    for (const id of received) expect(objects.has('block', id)).toBe(true);
  });

  it('is refused once the files of one request are more than the owner may store', async () => {
    const { store } = (await libraryWithQuota(5)).receive();
    await store(textIn('abc'));
    await expect(store(textIn('def'))).rejects.toMatchObject({ code: 'quota-exceeded' });
  });

  it('counts until a command has put it', async () => {
    const { world, libraryId, receive } = await libraryWithQuota(30);
    await receive().store(textIn('not put'.padEnd(10)));
    const { store, received } = receive();
    const content = await store(textIn('put'.padEnd(10)));
    const { library } = world.libraries.find(ANNA, libraryId);
    const begin = (bytes: number) => world.pending.takeBeginning(library, 'another file', bytes);
    expect(() => begin(11)).toThrow('quota-exceeded');
    const files = [{ name: 'a', ...content, mtimeSeconds: null }];
    const into = { folder: '/', relativePath: '', replaces: false };
    await world.edits.addFiles({ libraryId, ...by(ANNA), ...into, files, received });
    // What is not put counts as far as it is more than the library holds.
    begin(20);
  });
});
