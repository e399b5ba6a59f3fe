import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { ADMIN, ANNA, accountServices, refusalOf } from '../../../support/account-services.ts';

const PHOTOS = '7c6b2a8e-0000-4000-8000-000000000001' as LibraryId;
const NOTES = '7c6b2a8e-0000-4000-8000-000000000002' as LibraryId;

async function withAnna() {
  const services = await accountServices();
  await services.addUser(ANNA);
  return services;
}

describe('a sync token', () => {
  it('says which library it is for and whose it is', async () => {
    const { syncTokens } = await withAnna();
    const token = syncTokens.issue(PHOTOS, ANNA.email);
    expect(token).toMatch(/^[0-9a-f]{40}$/);
    expect(syncTokens.find(token)).toEqual({
      libraryId: PHOTOS,
      userKey: 2,
      email: 'anna@example.com',
      isAdmin: false,
      deviceId: '',
      deviceName: '',
      address: '',
      lastUsedAtSeconds: 1_714_564_800,
    });
  });

  it('is a new one each time, and the earlier ones stay good', async () => {
    const { syncTokens } = await withAnna();
    const first = syncTokens.issue(PHOTOS, ANNA.email);
    const second = syncTokens.issue(PHOTOS, ANNA.email);
    expect(second).not.toBe(first);
    expect(syncTokens.find(first)).not.toBeNull();
  });

  it('that is unknown, or an API token, opens nothing', async () => {
    const { syncTokens, signIn } = await withAnna();
    expect(syncTokens.find('f'.repeat(40))).toBeNull();
    expect(syncTokens.find('')).toBeNull();
    expect(syncTokens.find((await signIn(ANNA.email, 'secret')).token)).toBeNull();
  });

  it('opens no API', async () => {
    const { accounts, syncTokens } = await withAnna();
    expect(accounts.callerOf(syncTokens.issue(PHOTOS, ANNA.email))).toBe('unknown');
  });

  it('ends with its library, for everybody', async () => {
    const { syncTokens } = await withAnna();
    const photos = [syncTokens.issue(PHOTOS, ANNA.email), syncTokens.issue(PHOTOS, ADMIN.email)];
    const notes = syncTokens.issue(NOTES, ANNA.email);
    syncTokens.revokeForLibrary(PHOTOS);
    expect(photos.map((token) => syncTokens.find(token))).toEqual([null, null]);
    expect(syncTokens.find(notes)).not.toBeNull();
  });

  it('makes room for new ones: of 101 the one unused longest ends', async () => {
    const { clock, syncTokens } = await withAnna();
    const tokens: string[] = [];
    for (let index = 0; index < 100; index += 1) {
      tokens.push(syncTokens.issue(PHOTOS, ANNA.email));
      clock.advance(1);
    }
    const [oldest = ''] = tokens;
    const bearer = syncTokens.find(oldest);
    if (bearer === null) throw new Error('the token is known');
    syncTokens.recordUse(oldest, bearer, { deviceId: 'd', deviceName: 'laptop', address: '10.0.0.1' });
    tokens.push(syncTokens.issue(PHOTOS, ANNA.email));
    const ended = tokens.filter((token) => syncTokens.find(token) === null);
    expect(ended).toEqual([tokens[1]]);
    expect(syncTokens.find(oldest)).toMatchObject({ deviceId: 'd', deviceName: 'laptop' });
  });

  it('is for users that exist', async () => {
    const { syncTokens } = await withAnna();
    expect(await refusalOf(() => syncTokens.issue(PHOTOS, 'x@y.z'))).toMatchObject({
      code: 'user-not-found',
    });
  });
});
