import { expect, it } from 'vitest';
import { parentPlace } from '../../../../src-renderer/app/keys/parent-place.ts';
import { parseAddress } from '../../../../src-renderer/format/address.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const COMMIT = 'a'.repeat(40);

it.each([
  [`#/libraries/${ID}/files/Trip/Italy`, `#/libraries/${ID}/files/Trip`],
  [`#/libraries/${ID}/files/Trip?commit=${COMMIT}`, `#/libraries/${ID}/files?commit=${COMMIT}`],
  [`#/libraries/${ID}/files`, '#/libraries'],
  [`#/libraries/${ID}/history`, `#/libraries/${ID}/files`],
  [`#/libraries/${ID}/compare/Trip/a.txt`, `#/libraries/${ID}/files/Trip?item=a.txt`],
  [`#/admin/libraries/${ID}/Trip`, `#/admin/libraries/${ID}`],
  [`#/admin/libraries/${ID}`, '#/admin/libraries'],
  ['#/deleted-libraries', '#/libraries'],
  ['#/activity', null],
  ['#/', null],
])('%s lies in %s', (place, parent) => {
  expect(parentPlace(parseAddress(place))).toBe(parent);
});
