import { describe, expect, it } from 'vitest';
import type { Library } from '../../../../src-main/core/library/library.ts';
import {
  byDefaultThenName,
  chosenLibraries,
  libraryLock,
  parseLibraryUpdate,
} from '../../../../src-main/http/present/local-libraries.ts';
import type { LocalLibraryJson } from '../../../../src-shared/libraries-api.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { sentTo } from '../../../support/sent-fields.ts';

const row = (id: string, name: string, more: Partial<LocalLibraryJson> = {}) =>
  ({
    id,
    name,
    is_default: false,
    owner: 'anna@example.com',
    owner_name: 'Anna',
    size: 0,
    ...more,
  }) as LocalLibraryJson;
const idsOf = (rows: readonly LocalLibraryJson[]) => rows.map(({ id }) => id).join('');

describe('the order of libraries', () => {
  it('is the default one first, then by name as people read it', () => {
    const rows = [
      row('a', 'Photos 10'),
      row('b', 'photos 9'),
      row('c', 'Älpler'),
      row('d', 'Z', { is_default: true }),
    ];
    expect(idsOf(rows.sort(byDefaultThenName))).toBe('dcba');
    expect(idsOf([row('b', 'Same'), row('a', 'same')].sort(byDefaultThenName))).toBe('ab');
  });

  it('of all of a server is as asked for, names settling ties', async () => {
    const rows = [
      row('a', 'B', { size: 1 }),
      row('b', 'A', { size: 1 }),
      row('c', 'C', { size: 2, owner: 'bob@x.y' }),
    ];
    const chosen = (sent: object) =>
      idsOf(chosenLibraries(rows, sentTo('GET /api/local/v1/admin/libraries/', sent)));
    expect([chosen({}), chosen({ order: 'desc' })]).toEqual(['bac', 'cab']);
    expect([chosen({ sort: 'size' }), chosen({ sort: 'size', order: 'desc' })]).toEqual(['bac', 'cba']);
    expect([chosen({ owner: 'BOB' }), chosen({ owner: 'ann' })]).toEqual(['c', 'bac']);
    expect(await refusalOf(() => chosen({ sort: 'color' }))).toMatchObject({ code: 'argument-invalid' });
  });
});

it('what a library is called stays where only its description is changed', () => {
  const now = { name: 'Papers', description: 'Old' } as Library;
  const change = (sent: object) =>
    parseLibraryUpdate(sentTo('PATCH /api/local/v1/libraries/:library_id/', sent), now);
  expect(change({})).toEqual({ rename: null, keepDays: null });
  expect(change({ description: '' })).toEqual({
    rename: { name: 'Papers', description: '' },
    keepDays: null,
  });
  expect(change({ keep_days: 0 })).toEqual({ rename: null, keepDays: 0 });
});

it('a library is locked that is encrypted and not open', () => {
  const open = (until: number | null) =>
    ({ open: { untilSeconds: until } }) as Parameters<typeof libraryLock>[0];
  expect([
    libraryLock(null),
    libraryLock({ open: null }),
    libraryLock(open(7)),
    libraryLock(open(null)),
  ]).toEqual([
    { locked: false, open_until: null },
    { locked: true, open_until: null },
    { locked: false, open_until: 7 },
    { locked: false, open_until: null },
  ]);
});
