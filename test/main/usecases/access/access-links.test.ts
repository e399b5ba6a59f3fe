import { describe, expect, it } from 'vitest';
import { collect } from '../../../support/collect.ts';
import { ANNA, BERT, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';
import { putUpload, textIn } from '../../../support/upload-pieces.ts';

/** A library with the file `/a.txt`, shared with Bert. */
async function sharedLibrary(world: LibraryWorld, permission: 'r' | 'rw') {
  const id = await world.addLibrary();
  await world.commit(id, await world.put(id, '/a.txt', 'hello'));
  world.shares.shareWithUser(ANNA, id, { email: BERT.email, permission, isAdmin: false });
  return id;
}

const upload = (world: LibraryWorld, token: string) =>
  putUpload(world.uploads.beginAdding(token), async (keep) => ({
    ...{ parentDir: '/', relativePath: '', replaces: false, mtimeSeconds: null },
    files: [await keep('b.txt', textIn('b'))],
  }));

describe('a link', () => {
  it('ends at its next use once the share that it was made under is taken away', async () => {
    const world = await libraryWorld();
    const id = await sharedLibrary(world, 'rw');
    const download = (await world.files.link(BERT, id, '/a.txt', null)).token;
    const token = await world.uploadLinks.issueUploadLink(BERT, id, '/');
    expect(await upload(world, token)).toMatchObject([{ name: 'b.txt' }]);
    world.shares.endUserShare(ANNA, id, BERT.email);
    await expect(world.downloads.open(download)).rejects.toThrow('link-not-found');
    await expect(upload(world, token)).rejects.toMatchObject({ code: 'link-not-found' });
  });

  it('takes in nothing more once its maker may only read', async () => {
    const world = await libraryWorld();
    const id = await sharedLibrary(world, 'rw');
    const token = await world.uploadLinks.issueUploadLink(BERT, id, '/');
    world.shares.changeUserShare(ANNA, id, { email: BERT.email, permission: 'r', isAdmin: false });
    await expect(upload(world, token)).rejects.toMatchObject({ code: 'link-not-found' });
    await expect(world.uploadLinks.issueUploadLink(BERT, id, '/')).rejects.toMatchObject({
      code: 'library-read-only',
    });
  });

  it('is asked again after everything has come in', async () => {
    const world = await libraryWorld();
    const id = await sharedLibrary(world, 'rw');
    const token = await world.uploadLinks.issueUploadLink(BERT, id, '/');
    const late = putUpload(world.uploads.beginAdding(token), async (keep) => {
      const files = [await keep('b.txt', textIn('b'))];
      world.shares.endUserShare(ANNA, id, BERT.email);
      return { parentDir: '/', relativePath: '', replaces: false, mtimeSeconds: null, files };
    });
    await expect(late).rejects.toMatchObject({ code: 'link-not-found' });
    expect(world.history.page(ANNA, id, { page: 1, perPage: 10 })).toMatchObject({
      commits: [{ description: expect.stringContaining('a.txt') }, { description: 'Created library' }],
    });
  });

  it('for one download is used up by it, and by nothing else', async () => {
    const world = await libraryWorld();
    const id = await sharedLibrary(world, 'r');
    const { library } = world.access.readable(BERT, id);
    const item = await world.contents.entry(library, '/a.txt');
    const { token } = world.downloads.issue(library, '/a.txt', item, { caller: BERT, once: true });
    expect(() => world.zips.open(token)).toThrow('permission-denied');
    expect((await world.downloads.open(token)).file.name).toBe('a.txt');
    expect(Buffer.concat(await collect((await world.downloads.open(token)).content.read())).toString()).toBe(
      'hello',
    );
    await expect(world.downloads.open(token)).rejects.toThrow('link-not-found');
  });

  it('ends within the hour also when the clock is set back', async () => {
    const world = await libraryWorld();
    const id = await sharedLibrary(world, 'r');
    const { token } = await world.files.link(BERT, id, '/a.txt', null);
    world.clock.jump(-1);
    await expect(world.downloads.open(token)).rejects.toThrow('link-not-found');
  });

  it('of one person does not end when others ask for as many as they like', async () => {
    const world = await libraryWorld();
    const id = await sharedLibrary(world, 'rw');
    const token = await world.uploadLinks.issueUploadLink(BERT, id, '/');
    const first = await world.uploadLinks.issueUploadLink(ANNA, id, '/');
    for (let count = 0; count < 10_000; count += 1) await world.uploadLinks.issueUploadLink(ANNA, id, '/');
    expect(await upload(world, token)).toMatchObject([{ name: 'b.txt' }]);
    await expect(upload(world, first)).rejects.toMatchObject({ code: 'link-not-found' });
  });

  it('of visitors is the same for all of them, and ends with the public link that they came by', async () => {
    const world = await libraryWorld();
    const id = await sharedLibrary(world, 'rw');
    const rights = { canDownload: true, canEdit: false, canUpload: false };
    const wanted = { libraryId: id, path: '/', rights, description: '', expiresAtSeconds: null };
    const { link } = await world.shareLinks.create(ANNA, 'upload', wanted);
    const visit = await world.linkAccess.open({ kind: 'upload', token: link.token, proof: undefined });
    const { token } = await world.linkAccess.uploadPlace(visit, '/');
    expect((await world.linkAccess.uploadPlace(visit, '/')).token).toBe(token);
    expect(await upload(world, token)).toMatchObject([{ name: 'b.txt' }]);
    world.clock.advance(1_801);
    const later = (await world.linkAccess.uploadPlace(visit, '/')).token;
    expect(later).not.toBe(token);
    world.shareLinks.remove(ANNA, 'upload', link.token);
    await expect(upload(world, later)).rejects.toMatchObject({ code: 'link-not-found' });
  });
});
