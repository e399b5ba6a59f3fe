import { describe, expect, it } from 'vitest';
import {
  decodeCursor,
  encodeCursor,
  mtimeRelative,
  ownerId,
  pageOf,
  parseOwner,
  sizeFormatted,
  timestamp,
} from '../../../../src-main/http/present/values.ts';
import { refusalOf } from '../../../support/account-services.ts';

const NOON = 1_714_564_800;
const nbsp = '\u00a0';

describe('timestamp', () => {
  it('writes UTC with an offset and no fraction', () => {
    expect(timestamp(NOON)).toBe('2024-05-01T12:00:00+00:00');
    expect(timestamp(0)).toBe('1970-01-01T00:00:00+00:00');
  });

  it('is empty for times that are unknown or beyond the calendar', () => {
    expect(timestamp(null)).toBe('');
    expect(timestamp(1e15)).toBe('');
    expect(timestamp(-1e15)).toBe('');
    expect(timestamp(253_402_300_800)).toBe('');
    expect(timestamp(253_402_300_799)).toBe('9999-12-31T23:59:59+00:00');
    expect(timestamp(Number.NaN)).toBe('');
  });
});

describe('mtimeRelative', () => {
  const text = (elapsed: number) => />([^<]*)</.exec(mtimeRelative(NOON - elapsed, NOON))?.[1];

  it('is the time element of web clients, to the space', () => {
    expect(mtimeRelative(NOON, NOON + 2 * 86_400)).toBe(
      '<time datetime="2024-05-01T12:00:00" is="relative-time" title="Wed, 01 May 2024 12:00:00 +0000" >2 days ago</time>',
    );
  });

  it('counts in whole units', () => {
    expect([-5, 0, 1, 60, 61, 119, 120, 3600, 3601, 7200, 86_399].map(text)).toEqual([
      'Just now',
      'Just now',
      '1 second ago',
      '60 seconds ago',
      '1 minute ago',
      '1 minute ago',
      '2 minutes ago',
      '60 minutes ago',
      '1 hour ago',
      '2 hours ago',
      '23 hours ago',
    ]);
    expect([86_400, 14 * 86_400, 14 * 86_400 + 1].map(text)).toEqual([
      '1 day ago',
      '14 days ago',
      '2024-04-17',
    ]);
  });
});

describe('sizeFormatted', () => {
  it('counts by 1024 with a space that does not break', () => {
    expect([0, 1, 1023, 1024, 3_565_158, 1024 ** 3, 1024 ** 5, 1024 ** 6].map(sizeFormatted)).toEqual([
      `0${nbsp}bytes`,
      `1${nbsp}byte`,
      `1023${nbsp}bytes`,
      `1.0${nbsp}KB`,
      `3.4${nbsp}MB`,
      `1.0${nbsp}GB`,
      `1.0${nbsp}PB`,
      `1024.0${nbsp}PB`,
    ]);
  });
});

describe('parseOwner', () => {
  it('reads e-mails and both forms of department ids', () => {
    expect(parseOwner('Anna@Example.com')).toEqual({ kind: 'user', email: 'anna@example.com' });
    expect(parseOwner('7@service_group')).toEqual({ kind: 'department', groupId: 7 });
    expect(parseOwner('7@seafile_group')).toEqual({ kind: 'department', groupId: 7 });
    expect(ownerId({ kind: 'department', groupId: 7 })).toBe('7@service_group');
    expect(ownerId({ kind: 'user', email: 'anna@example.com' })).toBe('anna@example.com');
  });

  it('refuses everything else', async () => {
    for (const text of [
      'anna',
      '@',
      'a@',
      'a b@c',
      'x@service_group',
      '-1@service_group',
      '0@seafile_group',
    ]) {
      expect(await refusalOf(() => parseOwner(text))).toMatchObject({
        code: 'argument-invalid',
        detail: { field: 'owner' },
      });
    }
    expect(await refusalOf(() => parseOwner(undefined))).toMatchObject({ code: 'argument-missing' });
  });
});

describe('a page', () => {
  it('has a cursor while something is behind it', () => {
    expect(pageOf([1, 2, 3], 0, 2)).toEqual({ rows: [1, 2], cursor: 'YXQ6Mg' });
    expect(pageOf([1, 2, 3], 2, 2)).toEqual({ rows: [3], cursor: null });
    expect(pageOf([1, 2], 0, 2)).toEqual({ rows: [1, 2], cursor: null });
    expect(pageOf([1, 2], 9, 2)).toEqual({ rows: [], cursor: null });
  });
});

describe('cursors', () => {
  it('come back as they went', () => {
    expect(decodeCursor(encodeCursor(1234) ?? '')).toBe(1234);
    expect(encodeCursor(null)).toBeNull();
    expect(decodeCursor(undefined)).toBeNull();
  });

  it('are refused when altered', async () => {
    for (const text of ['x', 'YXQ6', 'YXQ6LTE']) {
      expect(await refusalOf(() => decodeCursor(text))).toMatchObject({ code: 'cursor-invalid' });
    }
  });
});
