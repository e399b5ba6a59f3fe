import { describe, expect, it } from 'vitest';
import {
  deriveApiToken,
  hashSecretText,
  isTokenText,
  readNotificationToken,
  signNotificationToken,
} from '../../../../src-main/core/access/token.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';

const SECRET = Buffer.alloc(32, 1);
const SEED = { userKey: 1, generation: 0, revision: 0, platform: 'linux', deviceId: 'd' };

describe('a derived token', () => {
  it('is the same 40 hex digits each time', () => {
    const token = deriveApiToken(SECRET, SEED);
    expect(token).toMatch(/^[0-9a-f]{40}$/);
    expect(deriveApiToken(SECRET, { ...SEED })).toBe(token);
  });

  it('is another for any other seed or secret', () => {
    const tokens = [
      deriveApiToken(SECRET, SEED),
      deriveApiToken(Buffer.alloc(32, 2), SEED),
      deriveApiToken(SECRET, { ...SEED, userKey: 2 }),
      deriveApiToken(SECRET, { ...SEED, generation: 1 }),
      deriveApiToken(SECRET, { ...SEED, revision: 1 }),
      deriveApiToken(SECRET, { ...SEED, platform: 'linuxd', deviceId: '' }),
      deriveApiToken(SECRET, { ...SEED, deviceId: 'e' }),
    ];
    expect(new Set(tokens).size).toBe(7);
  });
});

describe('the text of a token', () => {
  it('is 40 lower-case hex digits and nothing else', () => {
    expect(isTokenText('a'.repeat(40))).toBe(true);
    for (const text of [
      '',
      'a'.repeat(39),
      'a'.repeat(41),
      'A'.repeat(40),
      'g'.repeat(40),
      `${'a'.repeat(40)}\n`,
    ]) {
      expect(isTokenText(text)).toBe(false);
    }
  });

  it('is kept as its SHA-256', () => {
    expect(hashSecretText('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});

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
