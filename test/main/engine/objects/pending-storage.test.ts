import { describe, expect, it } from 'vitest';
import { encodeCommit } from '../../../../src-main/core/objects/commit.ts';
import { DIR_MODE, encodeDir } from '../../../../src-main/core/objects/dir-object.ts';
import { EMPTY_ID, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { PendingStorage } from '../../../../src-main/engine/objects/pending-storage.ts';
import { ADMIN, ANNA, libraryWorld } from '../../../support/library-world.ts';
import { builtTree, syncDevice } from '../../../support/sync-device.ts';

const MIB = 1024 * 1024;

/** A library of Anna's, who may store 5 MiB, and a sync client that brings blocks. */
async function quotaWorld() {
  const world = await libraryWorld();
  await world.accounts.updateUser(ADMIN, ANNA.email, { quotaBytes: 5 * MIB });
  const id = await world.addLibrary();
  const library = () => world.libraries.find(ANNA, id).library;
  const bring = (letter: string, sizeBytes = 2 * MIB) => {
    const block = Buffer.alloc(sizeBytes, letter);
    return world.syncObjects.putBlock(library(), objectIdOf(block), block);
  };
  /** Makes a file of 2 MiB the only one of the library. */
  const push = async (letter: string) => {
    const tree = builtTree({ [letter]: letter.repeat(2 * MIB) }, ANNA.email);
    const device = syncDevice(async () => ({ status: 0, text: '', bytes: Buffer.alloc(0) }), id, ANNA.email);
    const commit = device.commitOf(tree.rootId, library().headId);
    await world.syncObjects.putFs(
      library(),
      [...tree.fs].map(([objectId, bytes]) => ({ id: objectId, bytes })),
    );
    await world.syncObjects.putCommit(library(), commit.id, encodeCommit(commit));
    const token = world.syncTokens.issue(id, ANNA.email);
    const pushAgain = () => world.syncHeads.push(world.syncAccess.enter(token, id), commit.id);
    await pushAgain();
    return pushAgain;
  };
  /** A folder that is in no tree. */
  const bringFolder = (rows: number, letter: string) => {
    const dir = encodeDir(
      Array.from({ length: rows }, (_, at) => ({
        ...{ kind: 'dir' as const, name: `${letter}-${at}`, id: EMPTY_ID, mode: DIR_MODE },
        mtimeSeconds: 1_700_000_000,
      })),
    );
    return world.syncObjects.putFs(library(), [dir]);
  };
  return { ...world, id, bring, bringFolder, push };
}

const REFUSED = { code: 'quota-exceeded' };

describe('blocks that are in no head yet', () => {
  it('count for the quota of the owner, each once, until the head moves', async () => {
    const { bring, push } = await quotaWorld();
    await bring('a');
    await bring('b');
    await bring('a');
    await expect(bring('c')).rejects.toMatchObject(REFUSED);
    await push('a');
    await bring('c');
  });

  it('still count after a push that does not name them, or changes nothing', async () => {
    const { bring, push } = await quotaWorld();
    await bring('a');
    const pushAgain = await push('a');
    await bring('b');
    await bring('c');
    await expect(bring('d')).rejects.toMatchObject(REFUSED);
    await pushAgain();
    await expect(bring('d')).rejects.toMatchObject(REFUSED);
    await bring('x', MIB / 2);
    await push('b');
    await bring('d');
    await expect(bring('e')).rejects.toMatchObject(REFUSED);
  });

  it('may be folders and commits, of which some are taken where there is no room left', async () => {
    const { bring, bringFolder } = await quotaWorld();
    await bring('a');
    await bring('b');
    await bringFolder(30_000, 'x');
    await bringFolder(30_000, 'x');
    await expect(bringFolder(30_000, 'y')).rejects.toMatchObject(REFUSED);
    await bringFolder(100, 'z');
    await bring('c', MIB);
  });

  it('of one library leave the room of another, as far as they may replace what is there', async () => {
    const { accounts, addLibrary, bring, push, libraries, syncObjects } = await quotaWorld();
    await bring('a');
    await push('a');
    await accounts.updateUser(ADMIN, ANNA.email, { quotaBytes: 4 * MIB });
    await bring('b');
    const other = libraries.find(ANNA, await addLibrary('Other')).library;
    const block = Buffer.alloc(2 * MIB, 'c');
    await syncObjects.putBlock(other, objectIdOf(block), block);
  });

  it('do not count when they could not be stored', async () => {
    const { bring, libraries, syncObjects, id } = await quotaWorld();
    const { library } = libraries.find(ANNA, id);
    for (const letter of ['x', 'y', 'z']) {
      const block = Buffer.alloc(2 * MIB, letter);
      const another = objectIdOf(Buffer.from(letter));
      await expect(syncObjects.putBlock(library, another, block)).rejects.toMatchObject({
        code: 'argument-invalid',
      });
    }
    await bring('a');
    await bring('b');
  });

  it('count on when something fails at last that was stored in another way meanwhile', async () => {
    const { clock, libraries, id } = await quotaWorld();
    const { library } = libraries.find(ANNA, id);
    const pending = new PendingStorage({ quotas: { freeBytes: () => 3 * MIB }, clock });
    const idOf = (letter: string) => objectIdOf(Buffer.from(letter));
    const take = (letter: string) =>
      pending.take(library, 'block', [{ id: idOf(letter), sizeBytes: 2 * MIB }]);
    const takeBack = take('a');
    pending.release(library, [idOf('a')]);
    take('b');
    takeBack();
    expect(() => take('c')).toThrow('quota-exceeded');
  });

  it('may replace all that is in the library, also when its owner has no room left', async () => {
    const { accounts, bring, push } = await quotaWorld();
    await bring('a');
    await push('a');
    await accounts.updateUser(ADMIN, ANNA.email, { quotaBytes: 2 * MIB });
    await bring('b');
    await expect(bring('c')).rejects.toMatchObject(REFUSED);
    await push('b');
    await bring('c');
  });

  it('no longer count after a day, when a collection may take them', async () => {
    const { bring, clock } = await quotaWorld();
    await bring('a');
    await bring('b');
    await expect(bring('c')).rejects.toMatchObject(REFUSED);
    clock.advance(86_401);
    await bring('c');
  });
});
