import { expect, it } from 'vitest';
import { readHostName, readIpAddress, readPublicUrl } from '../../../src-main/core/host-name.ts';

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

it('takes the origin of a site, as browsers spell it', () => {
  expect(readPublicUrl('https://Files.example.org/')).toBe('https://files.example.org');
  expect(readPublicUrl('http://nas.lan:8080')).toBe('http://nas.lan:8080');
});

it.each([
  '',
  'files.example.org',
  'https://a.example/x',
  'https://a.example?b',
  'https://me@a.example',
  'ftp://a.example',
])('takes %j for no origin', (text) => {
  expect(readPublicUrl(text)).toBe(null);
});

it('takes IP addresses, as browsers spell them', () => {
  expect(readIpAddress('10.0.0.1')).toBe('10.0.0.1');
  expect(readIpAddress('FD00:0::1')).toBe('fd00::1');
  expect(readIpAddress('::ffff:10.0.0.1')).toBe('::ffff:a00:1');
});

it.each([
  '',
  'nas',
  'cafe',
  '10.1',
  '10.0.0.256',
  '010.0.0.1',
  '10.0.0.0/8',
  '::1/64',
  '[::1]',
  ':',
  '1:2',
  'fe80::1%eth0',
])('takes %j for no address', (text) => {
  expect(readIpAddress(text)).toBe(null);
});
