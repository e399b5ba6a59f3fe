import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../src-main/core/access/caller.ts';
import {
  accountInfo,
  adminUser,
  deviceItem,
  parseAccountChange,
  parseDevice,
  parseOwnName,
  userItem,
} from '../../../../src-main/http/present/accounts.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { sentTo } from '../../../support/sent-fields.ts';

const ANNA = { email: 'anna@example.com', name: 'Anna', contactEmail: 'anna@work.example' };

describe('the space of an account', () => {
  const info = (quotaBytes: number | null, usedBytes: number) =>
    accountInfo({ profile: ANNA, isAdmin: false, quotaBytes, usedBytes, origin: 'http://here' });

  it('is told as real servers do: without a limit −2, and a share with one decimal', () => {
    expect(info(null, 5)).toMatchObject({ total: -2, usage: 5, space_usage: '0%' });
    expect(info(8, 1)).toMatchObject({ total: 8, usage: 1, space_usage: '12.5%' });
    expect(info(0, 1)).toMatchObject({ total: 0, space_usage: '0%' });
    expect(info(1, 3).space_usage).toBe('300.0%');
  });
});

describe('what is changed about an account', () => {
  const change = (sent: object) => parseAccountChange(sentTo('PUT /api/v2.1/admin/users/:email/', sent));

  it('is what was sent, with a quota in megabytes that 0 and −2 lift', () => {
    expect(change({})).toEqual({});
    expect(change({ name: '', is_staff: 'true', quota_total: '3' })).toEqual({
      ...{ name: '', isAdmin: true, quotaBytes: 3_000_000 },
    });
    expect([change({ quota_total: '0' }), change({ quota_total: '-2' })]).toEqual([
      { quotaBytes: null },
      { quotaBytes: null },
    ]);
  });

  it('is refused where the quota is none', async () => {
    for (const quota_total of ['-3', '1.5', 'much'])
      expect(await refusalOf(() => change({ quota_total }))).toMatchObject({
        detail: { field: 'quota_total' },
      });
  });
});

describe('the name that a person gives themselves', () => {
  const own = (sent: object) => parseOwnName(sentTo('PUT /api/v2.1/user/', sent), userItem(ANNA));

  it('comes with other facts only as they are', async () => {
    expect(own({ name: 'Anne', contact_email: 'anna@work.example', list_in_address_book: false })).toBe(
      'Anne',
    );
    expect(own({})).toBeUndefined();
    for (const sent of [{ contact_email: 'x@y.z' }, { telephone: '1' }, { login_id: 'anna' }])
      expect(await refusalOf(() => own({ name: 'Anne', ...sent }))).toMatchObject({
        code: 'permission-denied',
      });
  });
});

describe('the device of a sign-in', () => {
  const device = (sent: object) => parseDevice(sentTo('POST /api2/auth-token/', sent));
  const phone = { platform: 'android', device_id: 'd'.repeat(40), device_name: 'phone' };

  it('is described as a whole or not at all', async () => {
    expect(device({})).toBeNull();
    expect(device({ ...phone, client_version: '3.0' })).toEqual({
      ...{ platform: 'android', deviceId: 'd'.repeat(40), deviceName: 'phone' },
      ...{ clientVersion: '3.0', platformVersion: '' },
    });
    for (const name of Object.keys(phone))
      expect(await refusalOf(() => device({ ...phone, [name]: '' }))).toMatchObject({
        detail: { field: 'device' },
      });
  });

  it('says only of those that are to be emptied since when', () => {
    const row = { deviceId: 'd', deviceName: 'n', platform: 'ios', key: 'k', lastUsedAtSeconds: 0 };
    const item = (wipeOrderedAtSeconds: number | null) =>
      deviceItem({ ...row, wipeOrderedAtSeconds } as unknown as Parameters<typeof deviceItem>[0], ANNA.email);
    expect(item(null)).toMatchObject({ wiped_at: null, is_desktop_client: false });
    expect(item(60)).toMatchObject({ wiped_at: '1970-01-01T00:01:00+00:00' });
  });
});

it('a user who never signed in has empty times, and no limit is −2', () => {
  const caller: Caller = { email: ANNA.email, isAdmin: false };
  const user = { ...caller, ...ANNA, isActive: true, quotaBytes: null, createdAtSeconds: 0, role: 'default' };
  const never = { lastSignInAtSeconds: null, lastSeenAtSeconds: null };
  const row = adminUser(
    { ...user, ...never } as unknown as Parameters<typeof adminUser>[0],
    7,
    'http://here',
  );
  expect(row).toMatchObject({ quota_usage: 7, quota_total: -2, last_login: '', last_access_time: '' });
});
