import { describe, expect, it } from 'vitest';
import { VIEW_ONLY } from '../../../../src-main/core/access/public-link.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

async function withFolder() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  await world.commit(id, await world.put(id, '/inbox/a.txt', 'a'));
  return { world, id, uploadLinks: world.uploadLinks };
}

describe('a link over which files come into a folder', () => {
  it('is good for an hour, for adding or for replacing, of the folder and the caller alone', async () => {
    const { world, id, uploadLinks } = await withFolder();
    const token = await uploadLinks.issueUploadLink(ANNA, id, '/inbox/');
    const { grant } = world.accessLinks.open(token, 'upload');
    expect(grant).toMatchObject({ libraryId: id, folder: '/inbox', caller: ANNA });
    expect(await refusalOf(() => world.accessLinks.open(token, 'update'))).toMatchObject({
      code: 'permission-denied',
    });
    const update = await uploadLinks.issueUpdateLink(ANNA, id, '/inbox');
    expect(world.accessLinks.open(update, 'update').grant).toMatchObject({ folder: '/inbox' });
    world.clock.advance(3_600);
    expect(await refusalOf(() => world.accessLinks.open(token, 'upload'))).toMatchObject({
      code: 'link-not-found',
    });
  });

  it('ends with the public link whose visitors it is for', async () => {
    const { world, id, uploadLinks } = await withFolder();
    const item = { libraryId: id, path: '/inbox' };
    const request = { ...item, expiresAtSeconds: null, rights: VIEW_ONLY, description: '' };
    const { link } = await world.shareLinks.create(ANNA, 'upload', request);
    const token = await uploadLinks.issueForVisitors(ANNA, { ...item, publicLink: link.token });
    const { grant } = world.accessLinks.open(token, 'upload');
    expect(grant).toMatchObject({ publicLink: link.token, caller: ANNA });
    world.shareLinks.remove(ANNA, 'upload', link.token);
    expect(await refusalOf(() => world.accessLinks.open(token, 'upload'))).toMatchObject({
      code: 'link-not-found',
    });
  });

  it('is refused in the order of real servers, and strangers are told nothing of what is there', async () => {
    const { world, id, uploadLinks } = await withFolder();
    const code = async (caller: typeof ANNA, library: LibraryId, path: string) =>
      (await refusalOf(() => uploadLinks.issueUploadLink(caller, library, path))).code;
    expect(await code(ANNA, '7c6b2a8e-0000-4000-8000-000000000001' as LibraryId, '/')).toBe(
      'library-not-found',
    );
    expect(await code(BERT, id, '/none')).toBe('permission-denied');
    expect(await code(ANNA, id, '/none')).toBe('folder-not-found');
    expect(await code(ANNA, id, '/inbox/a.txt')).toBe('not-a-folder');
    world.shares.shareWithUser(ANNA, id, { email: BERT.email, permission: 'r', isAdmin: false });
    expect(await code(BERT, id, '/none')).toBe('folder-not-found');
    expect(await code(BERT, id, '/inbox')).toBe('library-read-only');
  });

  it('is refused once the owner has no room left', async () => {
    const { world, id, uploadLinks } = await withFolder();
    await world.accounts.updateUser(ADMIN, ANNA.email, { quotaBytes: 1 });
    expect(await refusalOf(() => uploadLinks.issueUploadLink(ANNA, id, '/'))).toEqual({
      code: 'quota-exceeded',
      detail: { value: id },
    });
  });
});
