import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

const RIGHTS = { canDownload: true, canEdit: false, canUpload: false };
const DAY = 86_400;

/** A link of Anna's to a file of hers, with what the test asks for. */
async function linkedWorld(more: { password?: string } = {}) {
  const world = await libraryWorld();
  const libraryId = await world.addLibrary();
  await world.commit(libraryId, await world.put(libraryId, '/a.txt', 'a'));
  const wanted = { libraryId, path: '/a.txt', rights: RIGHTS, description: '', expiresAtSeconds: null };
  const { link } = await world.shareLinks.create(ANNA, 'share', { ...wanted, ...more });
  const { token } = link;
  const open = (proof?: string) => world.linkAccess.open({ kind: 'share', token, proof });
  const pass = (password: string) =>
    world.linkAccess.pass({ kind: 'share', token }, { password, address: '10.0.0.9' });
  const refused = async (proof?: string) => (await refusalOf(() => open(proof))).code;
  return { ...world, libraryId, token, open, pass, refused };
}

describe('a visit to a link', () => {
  it('is over when the link is', async () => {
    const { clock, shareLinks, token, open } = await linkedWorld();
    const end = clock.nowSeconds() + DAY;
    await shareLinks.update(ANNA, { kind: 'share', token }, { expiresAtSeconds: end });
    expect((await open()).item.name).toBe('a.txt');
    clock.advance(DAY);
    expect(await refusalOf(() => open())).toMatchObject({
      code: 'link-not-found',
      detail: { reason: 'expired' },
    });
    expect(await shareLinks.list(ANNA, 'share', {})).toMatchObject([{ isExpired: true }]);
  });

  it('says who made the link, by the name that others see', async () => {
    const { open } = await linkedWorld();
    expect((await open()).sharedBy).toBe('anna');
  });

  it('shows how a file begins, and what a folder is called', async () => {
    const { linkAccess, open, shareLinks, libraryId } = await linkedWorld();
    const visit = await open();
    const beginning = async (bytes: number) => {
      const begun = await linkAccess.beginning(visit, '/', bytes);
      return [begun.bytes.toString(), begun.isCut];
    };
    expect([await beginning(0), await beginning(1), await beginning(9)]).toEqual([
      ...[
        ['', true],
        ['a', false],
        ['a', false],
      ],
    ]);
    expect((await linkAccess.file(visit, '/')).name).toBe('a.txt');
    expect((await refusalOf(() => linkAccess.folder(visit, '/'))).code).toBe('link-not-found');
    const wanted = { libraryId, path: '/', description: '', expiresAtSeconds: null };
    const rights = { ...RIGHTS, canDownload: false };
    const { link } = await shareLinks.create(ANNA, 'share', { ...wanted, rights });
    const whole = await linkAccess.open({ kind: 'share', token: link.token, proof: undefined });
    expect((await linkAccess.item(whole, '/')).name).toBe(whole.library.name);
    for (const take of [linkAccess.file(whole, '/a.txt'), linkAccess.folder(whole, '/')])
      expect((await refusalOf(() => take)).code).toBe('permission-denied');
  });

  it('needs a proof of the password, which lasts an hour', async () => {
    const { clock, open, pass, refused } = await linkedWorld({ password: 'open sesame' });
    expect(await refused()).toBe('password-wrong');
    expect((await refusalOf(() => pass('open barley'))).code).toBe('password-wrong');
    const { proof, seconds } = await pass('open sesame');
    expect(seconds).toBe(3600);
    await open(proof);
    clock.advance(3600);
    expect(await refused(proof)).toBe('password-wrong');
  });

  it('proves nothing with a time that nobody wrote', async () => {
    const { clock, refused } = await linkedWorld({ password: 'open sesame' });
    const later = clock.nowSeconds() + DAY;
    for (const until of [`0${later}`, String(later), '9'.repeat(13), '']) {
      expect(await refused(`${until}.${'0'.repeat(64)}`)).toBe('password-wrong');
    }
  });

  it('of one link proves nothing for another', async () => {
    const { shareLinks, linkAccess, pass, libraryId } = await linkedWorld({ password: 'open sesame' });
    const { proof } = await pass('open sesame');
    const wanted = { libraryId, path: '/', rights: RIGHTS, description: '', expiresAtSeconds: null };
    const { link } = await shareLinks.create(ANNA, 'share', { ...wanted, password: 'open sesame' });
    const other = { kind: 'share', token: link.token, proof } as const;
    expect((await refusalOf(() => linkAccess.open(other))).code).toBe('password-wrong');
  });

  it('ends when the item, the account of its maker or the maker’s access is gone', async () => {
    const removed = await linkedWorld();
    await removed.files.remove(ANNA, removed.libraryId, '/a.txt');
    expect(await removed.refused()).toBe('link-not-found');
    const inactive = await linkedWorld();
    await inactive.accounts.updateUser(ADMIN, ANNA.email, { isActive: false });
    expect(await inactive.refused()).toBe('link-not-found');
    const given = await linkedWorld();
    await given.libraries.transfer(ANNA, given.libraryId, { owner: { kind: 'user', email: BERT.email } });
    expect((await given.open()).link.creatorEmail).toBe(BERT.email);
    await given.accounts.deleteUser(ADMIN, BERT.email);
    expect(await given.refused()).toBe('link-not-found');
  });

  it('is read only: a link for looking takes nothing, one for bringing shows nothing', async () => {
    const { shareLinks, linkAccess, token, libraryId } = await linkedWorld();
    const asUpload = { kind: 'upload', token, proof: undefined } as const;
    expect((await refusalOf(() => linkAccess.open(asUpload))).code).toBe('link-not-found');
    const wanted = { libraryId, path: '/', rights: RIGHTS, description: '', expiresAtSeconds: null };
    const { link } = await shareLinks.create(ANNA, 'upload', wanted);
    const asShare = { kind: 'share', token: link.token, proof: undefined } as const;
    expect((await refusalOf(() => linkAccess.open(asShare))).code).toBe('link-not-found');
  });
});
