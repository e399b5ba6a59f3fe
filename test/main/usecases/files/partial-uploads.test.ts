import { describe, expect, it, onTestFinished } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { createPartialFiles } from '../../../../src-main/store/partial-files.ts';
import { temporaryDataFolder } from '../../../support/disk-store.ts';
import { ADMIN, ANNA, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';
import { putUpload, textIn } from '../../../support/upload-pieces.ts';

const REST = { parentDir: '/', relativePath: '', replaces: false, mtimeSeconds: null };
const MIB = 1024 * 1024;
const WHOLE = { fileKey: null, maxBytes: MIB };

async function partialWorld() {
  const folder = temporaryDataFolder();
  onTestFinished(folder.remove);
  const partialFiles = createPartialFiles({ folder: folder.path, accept: async () => undefined });
  const world = await libraryWorld({ partialFiles });
  const id = await world.addLibrary();
  const begin = (token: string, name: string, totalBytes = 10) =>
    putUpload(world.partialUploads.begin(token, { name, first: 0, last: 0, totalBytes }), async (keep) => ({
      ...REST,
      files: [await keep(name, textIn('x'))],
    }));
  const beginAll = async (token: string, count: number) => {
    for (let at = 0; at < count; at += 1) await begin(token, `${at}`);
  };
  const isHere = async (name: string) =>
    (await world.partialUploads.uploadedBytes(ANNA, id, { folder: '/', name })) === 1;
  const goesOn = (token: string, name: string) =>
    putUpload(
      world.partialUploads.begin(token, { name, first: 1, last: 1, totalBytes: 10 }),
      async (keep) => ({
        ...REST,
        files: [await keep(name, textIn('y'))],
      }),
    ).then(
      () => true,
      () => false,
    );
  return { ...world, world, id, begin, beginAll, isHere, goesOn };
}

async function visitorsToken(world: LibraryWorld, libraryId: LibraryId): Promise<string> {
  const rights = { canDownload: true, canEdit: false, canUpload: false };
  const wanted = { libraryId, path: '/', rights, description: '', expiresAtSeconds: null };
  const { link } = await world.shareLinks.create(ANNA, 'upload', wanted);
  const visit = await world.linkAccess.open({ kind: 'upload', token: link.token, proof: undefined });
  return (await world.linkAccess.uploadPlace(visit, '/')).token;
}

describe('beginnings of files', () => {
  it('are four for the visitors of a link, which end an hour after their last part', async () => {
    const { world, id, clock, begin, beginAll, isHere, goesOn } = await partialWorld();
    const token = await visitorsToken(world, id);
    await beginAll(token, 4);
    await begin(token, '3');
    await expect(begin(token, '4')).rejects.toMatchObject({ code: 'busy' });
    const own = await world.uploadLinks.issueUploadLink(ANNA, id, '/');
    await begin(own, 'own');
    clock.advance(3_600);
    const again = await visitorsTokenAgain(world);
    await begin(again, '4');
    expect([await goesOn(again, '0'), await goesOn(again, '4'), await isHere('own')]).toEqual([
      ...[false, true, true],
    ]);
  });

  it('by a public link are apart from those of its owner, whatever they are called', async () => {
    const { world, id, begin, isHere, goesOn } = await partialWorld();
    const own = await world.uploadLinks.issueUploadLink(ANNA, id, '/');
    await begin(own, 'same');
    const visitor = await visitorsToken(world, id);
    expect(await goesOn(visitor, 'same')).toBe(false);
    await begin(visitor, 'other');
    expect([await isHere('same'), await isHere('other')]).toEqual([true, false]);
  });

  it('are 64 for a person, which end a day after their last part', async () => {
    const { uploadLinks, id, clock, begin, beginAll, isHere } = await partialWorld();
    const token = await uploadLinks.issueUploadLink(ANNA, id, '/');
    await beginAll(token, 64);
    await expect(begin(token, 'one more')).rejects.toMatchObject({ code: 'busy' });
    clock.advance(86_400);
    await begin(await uploadLinks.issueUploadLink(ANNA, id, '/'), 'one more');
    expect([await isHere('0'), await isHere('one more')]).toEqual([false, true]);
  });

  it('go on with the file that began alone, told by its size, until one begins anew', async () => {
    const { world, id, begin, isHere, goesOn } = await partialWorld();
    const token = await world.uploadLinks.issueUploadLink(ANNA, id, '/');
    await begin(token, 'one', 10);
    await begin(token, 'one', 12);
    expect([await goesOn(token, 'one'), await isHere('one')]).toEqual([false, true]);
    await begin(token, 'one', 10);
    expect(await goesOn(token, 'one')).toBe(true);
  });

  it('count for the quota of the owner with all that is to come of them', async () => {
    const { accounts, uploadLinks, id, begin } = await partialWorld();
    await accounts.updateUser(ADMIN, ANNA.email, { quotaBytes: 5 * MIB });
    const token = await uploadLinks.issueUploadLink(ANNA, id, '/');
    await begin(token, 'a', 3 * MIB);
    await begin(token, 'a', 3 * MIB);
    await expect(begin(token, 'b', 3 * MIB)).rejects.toMatchObject({ code: 'quota-exceeded' });
    await begin(token, 'b', 2 * MIB);
  });

  it('take one file a request: another one is refused, and takes the place of nothing', async () => {
    const { uploadLinks, id, begin, world } = await partialWorld();
    const token = await uploadLinks.issueUploadLink(ANNA, id, '/');
    await begin(token, 'a', 2);
    const last = () => world.partialUploads.begin(token, { name: 'a', first: 1, last: 1, totalBytes: 2 });
    const first = () => world.partialUploads.begin(token, { name: 'a', first: 0, last: 0, totalBytes: 2 });
    const two = putUpload(first(), async (keep) => ({
      ...REST,
      files: [await keep('a', textIn('y')), await keep('b', textIn('z'))],
    }));
    await expect(two).rejects.toMatchObject({ code: 'argument-invalid', detail: { reason: 'repeated' } });
    await putUpload(last(), async (keep) => ({ ...REST, files: [await keep('a', textIn('!'))] }));
    const { library } = world.libraries.find(ANNA, id);
    const file = await world.contents.entryAt(library, '/a');
    const bytes = file?.kind === 'file' ? await world.contents.readWhole(library, file, WHOLE) : null;
    expect(bytes?.toString()).toBe('y!');
  });

  it('still count when they could not be added', async () => {
    const { accounts, uploadLinks, id, begin, world } = await partialWorld();
    await accounts.updateUser(ADMIN, ANNA.email, { quotaBytes: 4 });
    const token = await uploadLinks.issueUploadLink(ANNA, id, '/');
    const last = { name: 'a', first: 1, last: 1, totalBytes: 2 };
    const end = (parentDir: string) =>
      putUpload(world.partialUploads.begin(token, last), async (keep) => ({
        ...{ ...REST, parentDir },
        files: [await keep('a', textIn('y'))],
      }));
    await begin(token, 'a', 2);
    await expect(end('/elsewhere')).rejects.toMatchObject({ code: 'permission-denied' });
    await expect(begin(token, 'b', 1)).rejects.toMatchObject({ code: 'quota-exceeded' });
    expect(await end('/')).toMatchObject([{ name: 'a', sizeBytes: 2 }]);
  });
});

/** The link of `visitorsToken`, visited again. */
async function visitorsTokenAgain(world: LibraryWorld): Promise<string> {
  const [{ link } = { link: null }] = await world.shareLinks.list(ANNA, 'upload', {});
  if (link === null) throw new Error('there is no link');
  const visit = await world.linkAccess.open({ kind: 'upload', token: link.token, proof: undefined });
  return (await world.linkAccess.uploadPlace(visit, '/')).token;
}
