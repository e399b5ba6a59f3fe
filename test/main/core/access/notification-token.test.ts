import { expect, it } from 'vitest';
import {
  readNotificationToken,
  signNotificationToken,
} from '../../../../src-main/core/access/notification-token.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';

const SECRET = Buffer.alloc(32, 1);
const TOKEN = {
  libraryId: '00000000-0000-4000-8000-000000000001' as LibraryId,
  expiresAtSeconds: 5_000,
  syncTokenHash: Buffer.alloc(32, 0xab),
};
const TEXT = `00000000-0000-4000-8000-000000000001.5000.${'ab'.repeat(32)}`;
const SIGNATURE = 'c17fc9474e1490622f271c3dc9e010838e2882cf25ec787b1f8ff789a9dae622';

it('a token says for which library, until when and for which device, and is signed', () => {
  expect(signNotificationToken(SECRET, TOKEN)).toBe(`${TEXT}.${SIGNATURE}`);
  expect(readNotificationToken(SECRET, `${TEXT}.${SIGNATURE}`)).toEqual(TOKEN);
});

it.each([
  ['another time', `${TEXT.replace('5000', '5001')}.${SIGNATURE}`],
  ['another device', `${TEXT.replace('ab', 'ac')}.${SIGNATURE}`],
  ['no signature', TEXT],
  ['another form', `x${TEXT}.${SIGNATURE}`],
])('a token with %s is none', (_words, text) => {
  expect(readNotificationToken(SECRET, text)).toBeNull();
});

it('a token of another server is none', () => {
  expect(readNotificationToken(Buffer.alloc(32, 2), `${TEXT}.${SIGNATURE}`)).toBeNull();
});
