import { afterEach, expect, it, vi } from 'vitest';
import { parentPlace, undoByKey } from '../../../../src-renderer/app/keys/screen-verbs.ts';
import { parseAddress } from '../../../../src-renderer/format/address.ts';

afterEach(() => document.body.replaceChildren());

function dialog(role: string, state: 'open' | 'closed'): void {
  const shown = document.createElement('div');
  shown.setAttribute('role', role);
  shown.setAttribute('data-state', state);
  document.body.replaceChildren(shown);
}

it.each([
  ['dialog', 'open', 0],
  ['alertdialog', 'open', 0],
  ['dialog', 'closed', 1],
] as const)('undoes nothing behind an open question: %s, %s', (role, state, times) => {
  dialog(role, state);
  const undoLast = vi.fn(() => true);
  undoByKey({ undoLast });
  expect(undoLast).toHaveBeenCalledTimes(times);
});

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
  [`#/storage/${ID}/Trip/Italy`, `#/storage/${ID}/Trip`],
  [`#/storage/${ID}`, '#/storage'],
  ['#/storage', null],
  ['#/activity', null],
  ['#/', null],
])('%s lies in %s', (place, parent) => {
  expect(parentPlace(parseAddress(place))).toBe(parent);
});
