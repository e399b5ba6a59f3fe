import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

const RIGHTS = { canEdit: false, canDownload: true, canUpload: false };

/** A library of Anna's with `/work/plan.txt`, which Bert may read. */
async function withFile() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  await world.commit(id, await world.put(id, '/work/plan.txt', 'plan'));
  world.shares.shareWithUser(ANNA, id, { email: BERT.email, permission: 'r', isAdmin: false });
  const request = (path = '/work') => {
    return { libraryId: id, path, expiresAtSeconds: null, rights: RIGHTS, description: '' };
  };
  const codeOf = async (work: () => unknown) => (await refusalOf(work)).code;
  return { world, id, request, links: world.shareLinks, codeOf };
}

describe('a link for people without an account', () => {
  it('is made by all who reach the item, to upload by those who may write', async () => {
    const { links, request, codeOf } = await withFile();
    expect((await links.create(BERT, 'share', request())).link).toMatchObject({ creatorEmail: BERT.email });
    expect(await codeOf(() => links.create(BERT, 'upload', request()))).toBe('library-read-only');
    expect((await links.create(ANNA, 'upload', request())).link.kind).toBe('upload');
  });

  it('is refused for what is not there, for uploads into a file, and without access', async () => {
    const { world, links, request, codeOf } = await withFile();
    expect(await codeOf(() => links.create(ANNA, 'share', request('/nothing')))).toBe('item-not-found');
    expect(await codeOf(() => links.create(ANNA, 'upload', request('/work/plan.txt')))).toBe('not-a-folder');
    const hers = { ...request('/'), libraryId: await world.addLibrary('Hers') };
    expect(await codeOf(() => links.create(BERT, 'share', hers))).toBe('permission-denied');
    const { view } = await world.libraries.create(ANNA, { name: 'Locked', password: 'a long password' });
    const locked = { ...request('/'), libraryId: view.library.id };
    expect(await refusalOf(() => links.create(ANNA, 'share', locked))).toMatchObject({
      code: 'permission-denied',
      detail: { reason: 'encrypted' },
    });
  });

  it('is the only one of its kind to an item, unless another is asked for', async () => {
    const { links, request, codeOf } = await withFile();
    const first = await links.create(ANNA, 'share', request());
    expect(await refusalOf(() => links.create(ANNA, 'share', request()))).toMatchObject({
      code: 'public-link-exists',
      detail: { value: first.link.token },
    });
    expect((await links.ensureShared(ANNA, request().libraryId, '/work')).link).toEqual(first.link);
    await links.createAnother(ANNA, 'share', request());
    expect(await links.list(ANNA, 'share', { path: '/work' })).toHaveLength(2);
    expect(await codeOf(() => links.create(BERT, 'share', { ...request(), password: 'short' }))).toBe(
      'argument-invalid',
    );
  });

  it('is seen, changed and removed by who made it alone', async () => {
    const { links, request, codeOf } = await withFile();
    const { token } = (await links.create(ANNA, 'share', request())).link;
    const at = { kind: 'share', token } as const;
    expect(await links.list(BERT, 'share', {})).toEqual([]);
    expect(await codeOf(() => links.update(BERT, at, { description: 'mine' }))).toBe('link-not-found');
    expect(await codeOf(() => links.remove(BERT, 'share', token))).toBe('link-not-found');
    expect(await codeOf(() => links.remove(ANNA, 'upload', token))).toBe('link-not-found');
    expect((await links.update(ANNA, at, { description: 'for the choir' })).link.description).toBe(
      'for the choir',
    );
  });

  it('comes back for who removed it, as it was', async () => {
    const { links, request, codeOf } = await withFile();
    const made = await links.create(ANNA, 'share', { ...request(), password: 'a long password' });
    const { token } = made.link;
    links.remove(ANNA, 'share', token);
    expect(await links.list(ANNA, 'share', {})).toEqual([]);
    expect(await codeOf(() => links.restore(BERT, token))).toBe('link-not-found');
    expect((await links.restore(ANNA, token)).link).toEqual(made.link);
    expect(await codeOf(() => links.restore(ANNA, token))).toBe('link-not-found');
  });

  it('keeps its password only until it is taken away', async () => {
    const { links, request } = await withFile();
    const made = await links.create(ANNA, 'share', { ...request(), password: 'a long password' });
    const at = { kind: 'share', token: made.link.token } as const;
    expect(made.link.passwordHash).not.toContain('a long password');
    expect((await links.update(ANNA, at, { description: 'x' })).link.passwordHash).toBe(
      made.link.passwordHash,
    );
    expect((await links.update(ANNA, at, { password: '' })).link.passwordHash).toBeNull();
  });
});
