import { describe, expect, it } from 'vitest';
import {
  declaredFields,
  integerOf,
  parsePage,
  parseStrictPage,
} from '../../../../src-main/http/declared-fields.ts';
import { fieldsFrom, queryFields } from '../../../../src-main/http/fields.ts';
import { parseLibraryKinds, parseLibraryTypes } from '../../../../src-main/http/present/library-requests.ts';
import {
  decodeCursor,
  encodeCursor,
  mtimeRelative,
  ownerId,
  parseOwner,
  sizeFormatted,
  timestamp,
} from '../../../../src-main/http/present/values.ts';
import {
  type FieldSpecs,
  flag,
  integer,
  paging,
  REQUIRED,
  text,
  texts,
} from '../../../../src-shared/contract/field-spec.ts';
import { refusalOf } from '../../../support/account-services.ts';

const fieldsOf = (query: string, specs: FieldSpecs) => declaredFields(queryFields(query), specs);

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

describe('reading fields', () => {
  it('takes whole decimal numbers only', () => {
    expect(['5', '-1', '0', '007'].map(integerOf)).toEqual([5, -1, 0, 7]);
    const odd = ['', ' 5 ', '1.5', '1e3', '0x10', '５', '+5', '9'.repeat(16), undefined];
    expect(odd.map(integerOf)).toEqual(odd.map(() => null));
  });

  it('reads pages leniently, and strictly where real servers do', async () => {
    const page = (query: string) => parsePage(fieldsOf(query, paging(100)));
    expect(page('')).toEqual({ page: 1, perPage: 100 });
    expect(page('page=3&per_page=25')).toEqual({ page: 3, perPage: 25 });
    expect(page('page=x&per_page=25')).toEqual({ page: 1, perPage: 100 });
    expect(page('page=-2&per_page=0')).toEqual({ page: 1, perPage: 100 });
    expect(page('page=999999999999&per_page=5000')).toEqual({ page: 1_000_000_000, perPage: 1000 });
    const strict = (query: string) => refusalOf(() => parseStrictPage(fieldsOf(query, paging(100))));
    expect(await strict('page=0')).toMatchObject({ code: 'argument-invalid', detail: { field: 'page' } });
    expect(await strict('per_page=-1')).toMatchObject({ detail: { field: 'per_page' } });
  });

  it('reads truth as real servers do', async () => {
    const read = (text: string) => declaredFields(fieldsFrom([['b', text]]), { b: flag(false) }).boolean('b');
    expect(['t', 'True', '1', 'f', 'FALSE', '0', ''].map(read)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(await refusalOf(() => read('yes'))).toMatchObject({
      code: 'argument-invalid',
      detail: { field: 'b' },
    });
  });

  it('names the field that is no number', async () => {
    const fields = fieldsOf('keep_days=1.5', { keep_days: integer('', REQUIRED) });
    expect(await refusalOf(() => fields.requiredInteger('keep_days'))).toMatchObject({
      code: 'argument-invalid',
      detail: { field: 'keep_days' },
    });
  });

  it('refuses a scalar that was given twice', async () => {
    expect(await refusalOf(() => fieldsOf('name=a&name=b', { name: text() }).text('name'))).toMatchObject({
      code: 'argument-invalid',
      detail: { field: 'name', reason: 'repeated' },
    });
    expect(fieldsOf('type=a&type=b', { type: texts() }).list('type')).toEqual(['a', 'b']);
  });

  it('reads which kinds of library are wanted', () => {
    expect([...parseLibraryKinds(undefined)]).toEqual(['mine', 'shared', 'group', 'org']);
    expect([...parseLibraryKinds('group,mine,zzz')]).toEqual(['mine', 'group']);
    expect([...parseLibraryKinds('foo')]).toEqual([]);
    expect([...parseLibraryTypes(['public', 'mine'])]).toEqual(['mine', 'org']);
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
