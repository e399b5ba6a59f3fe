import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { reserveBytesOf } from '../../../../src-main/store/backend/disk/disk-backend.ts';
import { DISK } from '../../../../src-main/store/backend/disk/file-ops.ts';
import type { ReceivedFile } from '../../../../src-main/usecases/files/uploads.ts';
import { openDiskStore, temporaryDataFolder } from '../../../support/disk-store.ts';
import { createFailingDisk } from '../../../support/failing-file-ops.ts';
import { ADMIN, ANNA, BERT, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';
import { brokenAfter, putUpload, textIn } from '../../../support/upload-pieces.ts';

const MIB = 1024 * 1024;
const REST = { parentDir: '/', relativePath: '', replaces: false, mtimeSeconds: null };

async function uploadTo(world: LibraryWorld, id: LibraryId) {
  const token = await world.uploadLinks.issueUploadLink(ANNA, id, '/');
  const add = (name: string, pieces: AsyncIterable<Uint8Array>) =>
    putUpload(world.uploads.beginAdding(token), async (keep) => ({
      ...REST,
      files: [await keep(name, pieces)],
    }));
  return { token, add };
}

/** Uploads of which nothing comes in. */
function holdUploads(world: LibraryWorld, token: string, count: number, address: string | null = null) {
  const gate = Promise.withResolvers<readonly ReceivedFile[]>();
  let begun = 0;
  const receive = async () => {
    begun += 1;
    return { ...REST, files: await gate.promise };
  };
  const settled = Promise.allSettled(
    Array.from({ length: count }, () => putUpload(world.uploads.beginAdding(token, address), receive)),
  );
  const giveUp = async () => {
    gate.reject(new Error('given up'));
    await settled;
  };
  return { begun: () => begun, giveUp };
}

/** What visitors of an upload link of Anna's send files to. */
async function visitorsToken(world: LibraryWorld, libraryId: LibraryId, path: string): Promise<string> {
  const rights = { canDownload: true, canEdit: false, canUpload: false };
  const wanted = { libraryId, path, rights, description: '', expiresAtSeconds: null };
  const { link } = await world.shareLinks.create(ANNA, 'upload', wanted);
  const visit = await world.linkAccess.open({ kind: 'upload', token: link.token, proof: undefined });
  return (await world.linkAccess.uploadPlace(visit, '/')).token;
}

const headOf = (world: LibraryWorld, id: LibraryId) => world.libraries.find(ANNA, id).library.headId;

describe('an upload', () => {
  it('that breaks leaves no commit, and room for the next one', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const { add } = await uploadTo(world, id);
    const before = headOf(world, id);
    for (let tries = 0; tries < 20; tries++) {
      await expect(add('a', brokenAfter(textIn('half')))).rejects.toThrow('the connection broke');
    }
    expect(headOf(world, id)).toBe(before);
    expect(await add('a', textIn('wh', 'ole'))).toMatchObject([{ name: 'a', sizeBytes: 5 }]);
  });

  it('waits while eight others of the same person are under way, and is refused while 128 wait', async () => {
    const world = await libraryWorld();
    const { token, add } = await uploadTo(world, await world.addLibrary());
    const held = holdUploads(world, token, 8 + 127);
    const last = add('last', textIn('last'));
    await expect(add('one too many', textIn('a'))).rejects.toMatchObject({ code: 'busy' });
    expect(held.begun()).toBe(8);
    await held.giveUp();
    expect(await last).toMatchObject([{ name: 'last' }]);
    expect(await add('a', textIn('a'))).toMatchObject([{ name: 'a' }]);
  });

  it('of its owner gets its turn while visitors of all links hold as many as they may', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const held = await Promise.all(
      ['one', 'two', 'three'].map(async (name) => {
        await world.itemEdits.makeFolder(ANNA, id, `/${name}`);
        return visitorsToken(world, id, `/${name}`);
      }),
    ).then((tokens) => tokens.map((token) => holdUploads(world, token, 16)));
    const { add } = await uploadTo(world, id);
    expect(await add('a', textIn('a'))).toMatchObject([{ name: 'a' }]);
    expect(held.map(({ begun }) => begun())).toEqual([4, 2, 0]);
    for (const { giveUp } of held) await giveUp();
  });

  it('of one address gets its turn while another address holds as many as it may', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const tokens = await Promise.all(
      [ADMIN, BERT].map(async (caller) => {
        const own = await world.libraries.create(caller, { name: 'Own' });
        return world.uploadLinks.issueUploadLink(caller, own.view.library.id, '/');
      }),
    );
    const held = tokens.map((token) => holdUploads(world, token, 8, '10.0.0.1'));
    const { token } = await uploadTo(world, id);
    const added = putUpload(world.uploads.beginAdding(token, '10.0.0.2'), async (keep) => ({
      ...REST,
      files: [await keep('a', textIn('a'))],
    }));
    expect(await added).toMatchObject([{ name: 'a' }]);
    expect(held.map(({ begun }) => begun())).toEqual([8, 0]);
    for (const { giveUp } of held) await giveUp();
  });

  it('leaves the room free that deleting needs', async () => {
    const folder = temporaryDataFolder();
    let freeBytes = 1_000 * MIB;
    let seconds = 1_700_000_000;
    // Free space is asked for again each second.
    const nowSeconds = () => ++seconds;
    const ops = { ...DISK, freeBytes: async () => freeBytes };
    const { store, close } = await openDiskStore(folder.path, { ops, nowSeconds });
    const reserveBytes = await reserveBytesOf(folder.path);
    onTestFinished(async () => {
      await close();
      folder.remove();
    });
    const world = await libraryWorld({ objects: store });
    const id = await world.addLibrary();
    const { add } = await uploadTo(world, id);
    await add('a', textIn('a'));
    await add('b', textIn('b'));
    freeBytes = reserveBytes + 6 * MIB;
    const large = Buffer.alloc(9 * MIB, 'x').toString();
    await expect(add('large', textIn(large, large))).rejects.toMatchObject({ code: 'disk-full' });
    freeBytes = reserveBytes;
    await expect(add('large', textIn(large, large))).rejects.toMatchObject({ code: 'disk-full' });
    await world.files.remove(ANNA, id, '/a');
    expect(await world.contents.entryAt(world.libraries.find(ANNA, id).library, '/a')).toBe(null);
  });

  it('that finds the disk full changes nothing, and works again when there is room', async () => {
    const folder = temporaryDataFolder();
    const disk = createFailingDisk();
    const { store, close } = await openDiskStore(folder.path, { ops: disk.ops });
    onTestFinished(async () => {
      await close();
      folder.remove();
    });
    const world = await libraryWorld({ objects: store });
    const id = await world.addLibrary();
    const { add } = await uploadTo(world, id);
    const before = headOf(world, id);
    const large = Buffer.alloc(2 * 1024 * 1024, 'x').toString();
    disk.failWhen((step) => (step === 'write' ? 'ENOSPC' : null));
    await expect(add('large', textIn(large))).rejects.toMatchObject({ code: 'disk-full' });
    expect(headOf(world, id)).toBe(before);
    const slow = async function* () {
      yield Buffer.alloc(11 * 1024 * 1024);
      // The first block fails while nobody waits for it.
      for (let turns = 0; turns < 50; turns++) await yieldToEventLoop();
      yield Buffer.alloc(11 * 1024 * 1024);
    };
    await expect(add('slow', slow())).rejects.toMatchObject({ code: 'disk-full' });
    disk.failWhen(null);
    expect(await add('large', textIn(large))).toMatchObject([{ name: 'large', sizeBytes: 2_097_152 }]);
  });

  it('never overwrites what somebody else put there while it came in', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const { token, add } = await uploadTo(world, id);
    const slow = await putUpload(world.uploads.beginAdding(token), async (keep) => {
      const files = [await keep('a.txt', textIn('mine'))];
      await add('a.txt', textIn('theirs'));
      return { ...REST, files };
    });
    expect(slow).toMatchObject([{ name: 'a (1).txt' }]);
  });

  it.each([true, false])('was asked about, as all that the caller does: %s', async (asksFirst) => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const caller = { ...ANNA, asksFirst };
    const wasAsked = () => world.changeLibrary.wasAskedFirst(headOf(world, id));
    const token = await world.uploadLinks.issueUploadLink(caller, id, '/');
    await putUpload(world.uploads.beginAdding(token), async (keep) => ({
      ...REST,
      files: [await keep('a', textIn('a'))],
    }));
    expect(wasAsked()).toBe(asksFirst);
    const forUpdates = await world.uploadLinks.issueUpdateLink(caller, id, '/');
    await putUpload(world.uploads.beginUpdating(forUpdates), async (keep) => ({
      ...{ path: '/a', base: null, mtimeSeconds: null },
      file: await keep('a', textIn('b')),
    }));
    expect(wasAsked()).toBe(asksFirst);
  });

  it('of a visitor was never asked about', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const token = await visitorsToken(world, id, '/');
    await putUpload(world.uploads.beginAdding(token), async (keep) => ({
      ...REST,
      files: [await keep('a', textIn('a'))],
    }));
    expect(world.changeLibrary.wasAskedFirst(headOf(world, id))).toBe(false);
  });

  it('is refused after a hundred numbers of one name', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const { add } = await uploadTo(world, id);
    const names = ['a', ...Array.from({ length: 100 }, (_, index) => `a (${index + 1})`)];
    await world.commit(id, ...(await Promise.all(names.map((name) => world.put(id, `/${name}`, 'x')))));
    await expect(add('a', textIn('y'))).rejects.toMatchObject({ code: 'name-taken' });
    await world.commit(id, { op: 'remove', path: '/a (100)' });
    expect(await add('a', textIn('y'))).toMatchObject([{ name: 'a (100)' }]);
  });

  it('that breaks counts for the quota for a day with what is stored of it, until it comes in whole', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const { add } = await uploadTo(world, id);
    await world.accounts.updateUser(ADMIN, ANNA.email, { quotaBytes: 15 * MIB });
    const file = (letter: string) => letter.repeat(10 * MIB);
    await expect(add('a', brokenAfter(textIn(file('a'), 'a')))).rejects.toThrow('the connection broke');
    await expect(add('b', textIn(file('b')))).rejects.toMatchObject({ code: 'quota-exceeded' });
    await expect(add('c', textIn('c'))).rejects.toMatchObject({ code: 'quota-exceeded' });
    world.clock.advance(86_401);
    const again = (await uploadTo(world, id)).add;
    await expect(again('a', brokenAfter(textIn(file('a'), 'a')))).rejects.toThrow('the connection broke');
    expect(await again('a', textIn(file('a')))).toMatchObject([{ sizeBytes: 10 * MIB }]);
    expect(await again('d', textIn('d'.repeat(4 * MIB)))).toMatchObject([{ sizeBytes: 4 * MIB }]);
  });

  it('counts against whoever owns the library', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const { add } = await uploadTo(world, id);
    await world.accounts.updateUser(ADMIN, ANNA.email, { quotaBytes: 5 });
    await expect(add('a', textIn('123', '456'))).rejects.toMatchObject({ code: 'quota-exceeded' });
    expect(await add('a', textIn('123', '45'))).toMatchObject([{ sizeBytes: 5 }]);
    await expect(world.uploadLinks.issueUploadLink(ANNA, id, '/')).rejects.toMatchObject({
      code: 'quota-exceeded',
    });
  });
});
