import { expect, it } from 'vitest';
import { readHostName } from '../../../src-main/core/host-name.ts';

it('takes names and addresses as they stand in a Host header, in small letters', () => {
  expect(readHostName('NAS.Fritz.Box')).toBe('nas.fritz.box');
  expect(readHostName('attic')).toBe('attic');
  expect(readHostName('192.168.1.7')).toBe('192.168.1.7');
  expect(readHostName('[fd00::1]')).toBe('[fd00::1]');
});

it.each([
  '',
  '.',
  'a..b',
  '-a.b',
  'a-.b',
  'under_score',
  'a b',
  'a:80',
  'fd00::1',
  '[::g]',
  'ä.de',
  `${'a'.repeat(64)}.b`,
  `${'a.'.repeat(127)}b`,
])('takes %j for none', (text) => {
  expect(readHostName(text)).toBe(null);
});
