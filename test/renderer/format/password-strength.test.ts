import { describe, expect, it } from 'vitest';
import { passwordStrength } from '../../../src-renderer/format/password-strength.ts';

describe('passwordStrength', () => {
  it.each([
    '',
    'aaaaaaaaaaaaaaaaaaaaaaaa',
    'abababababababab',
    'abcdefghijklmnop',
    '1234567890123456',
    'Password1234!',
    'PasswortPasswort',
    'qwertzqwertz1',
    'Sommer2026!!',
    'blue harbour',
  ])('calls “%s” weak', (password) => {
    expect(passwordStrength(password)).toBe('weak');
  });

  it.each(['hgkwpxvmqzta', 'correct horse battery staple', 'Haus Garten Sonne Regen'])(
    'calls “%s” fair',
    (password) => {
      expect(passwordStrength(password)).toBe('fair');
    },
  );

  it.each(['v7!Kq2#mZp9w', 'Grüner Hafen, drei Möwen auf dem Dach', 'six words that nobody puts together'])(
    'calls “%s” strong',
    (password) => {
      expect(passwordStrength(password)).toBe('strong');
    },
  );

  it('is quick with a very long one', () => {
    expect(passwordStrength('passwor'.repeat(100_000))).toBe('strong');
  });
});
