import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../src-main/core/library/library-id.ts';
import { ANNA_EMAIL, form, type HttpWorld, httpWorld, PASSWORD } from './http-world.ts';

const ANNA = { email: ANNA_EMAIL, isAdmin: false };
const PATH = '/api/local/v1/devices/';
const LAPTOP = 'd'.repeat(40);
const NAS = 'e'.repeat(40);

let world: HttpWorld;
let photos: LibraryId;
let notes: LibraryId;

beforeEach(async () => {
  world = await httpWorld();
  const { libraries } = world.services;
  photos = (await libraries.create(ANNA, { name: 'Photos', description: '' })).view.library.id;
  notes = (await libraries.create(ANNA, { name: 'Notes', description: '' })).view.library.id;
});

afterEach(() => world.close());

/** Signs the laptop in, as a desktop client does. Its API token. */
async function signIn(): Promise<string> {
  const fields = {
    ...{ username: ANNA_EMAIL, password: PASSWORD, platform: 'linux', device_id: LAPTOP },
    ...{ device_name: 'laptop', client_version: '9.0.5', platform_version: '' },
  };
  const { body } = await world.call('', { method: 'POST', url: '/api2/auth-token/', ...form(fields) });
  return (body as { token: string }).token;
}

/** A device begins to sync a library. Its sync token. */
function sync(libraryId: LibraryId, deviceId: string, address: string): string {
  world.clock.advance(60);
  const token = world.services.libraries.issueSyncToken(ANNA, libraryId).syncToken;
  const bearer = world.syncTokens.find(token);
  if (bearer === null) throw new Error('the token is known');
  world.syncTokens.recordUse(token, bearer, { deviceId, deviceName: `name of ${deviceId[0]}`, address });
  return token;
}

const list = async (token = world.annaToken) => (await world.call(token, { method: 'GET', url: PATH })).body;
const revoke = async (path: string, token = world.annaToken) => {
  const { status, body } = await world.call(token, { method: 'DELETE', url: `${PATH}${path}` });
  return [status, body];
};
const isKnown = (token: string) => world.syncTokens.find(token) !== null;

describe('/api/local/v1/devices/', () => {
  it('lists devices with what they sync, where from and when', async () => {
    expect(await list()).toEqual({ devices: [] });
    await signIn();
    sync(photos, LAPTOP, '10.0.0.2');
    sync(notes, LAPTOP, '10.0.0.3');
    sync(notes, NAS, '10.0.0.4');
    expect(await list()).toEqual({
      devices: [
        {
          device_id: NAS,
          name: 'name of e',
          platform: '',
          client_version: '',
          platform_version: '',
          last_used_at: 1_714_564_980,
          address: '10.0.0.4',
          wipe_ordered_at: 0,
          libraries: [
            { library_id: notes, library_name: 'Notes', last_used_at: 1_714_564_980, address: '10.0.0.4' },
          ],
        },
        {
          device_id: LAPTOP,
          name: 'laptop',
          platform: 'linux',
          client_version: '9.0.5',
          platform_version: '',
          last_used_at: 1_714_564_920,
          address: '10.0.0.3',
          wipe_ordered_at: 0,
          libraries: [
            { library_id: notes, library_name: 'Notes', last_used_at: 1_714_564_920, address: '10.0.0.3' },
            { library_id: photos, library_name: 'Photos', last_used_at: 1_714_564_860, address: '10.0.0.2' },
          ],
        },
      ],
    });
    expect(await list(world.adminToken)).toEqual({ devices: [] });
  });

  it('counts several tokens of one device for one library once, and none that was never used', async () => {
    sync(photos, NAS, '10.0.0.4');
    sync(photos, NAS, '10.0.0.5');
    world.services.libraries.issueSyncToken(ANNA, notes);
    expect(await list()).toMatchObject({
      devices: [{ device_id: NAS, address: '10.0.0.5', libraries: [{ library_id: photos }] }],
    });
  });

  it('ends all that a device may do', async () => {
    const token = await signIn();
    const [own, other] = [sync(photos, LAPTOP, '10.0.0.2'), sync(photos, NAS, '10.0.0.4')];
    expect(await revoke(`${LAPTOP}/`)).toEqual([200, { success: true }]);
    expect((await world.call(token, { method: 'GET', url: '/api2/auth/ping/' })).status).toBe(401);
    expect([isKnown(own), isKnown(other)]).toEqual([false, true]);
    expect(await list()).toMatchObject({ devices: [{ device_id: NAS }] });
  });

  it('ends the syncing of one library by one device', async () => {
    const token = await signIn();
    const tokens = [sync(photos, LAPTOP, ''), sync(notes, LAPTOP, ''), sync(photos, NAS, '')];
    expect(await revoke(`${LAPTOP}/libraries/${photos}/`)).toEqual([200, { success: true }]);
    expect(tokens.map(isKnown)).toEqual([false, true, true]);
    expect((await world.call(token, { method: 'GET', url: '/api2/auth/ping/' })).status).toBe(200);
  });

  it('knows nothing of the devices of others', async () => {
    const token = sync(photos, NAS, '10.0.0.4');
    for (const path of [`${NAS}/`, `${NAS}/libraries/${photos}/`]) {
      expect(await revoke(path, world.adminToken)).toEqual([
        404,
        { error_code: 'item-not-found', error_msg: `The item “${NAS}” does not exist.` },
      ]);
    }
    expect((await revoke(`${NAS}/libraries/${notes}/`))[0]).toBe(404);
    expect(isKnown(token)).toBe(true);
  });

  it('no longer shows what is gone: a deleted library, or all when the password changes', async () => {
    sync(photos, NAS, '');
    sync(notes, NAS, '');
    await world.services.libraries.remove(ANNA, photos);
    expect(await list()).toMatchObject({ devices: [{ libraries: [{ library_id: notes }] }] });
    const change = {
      currentPassword: PASSWORD,
      newPassword: 'another horse',
      address: '10.0.0.1',
      token: '',
    };
    const { token } = await world.services.accounts.changePassword(ANNA, change);
    expect(await list(token ?? '')).toEqual({ devices: [] });
  });
});
