import { expect, it } from 'vitest';
import { isFromThisComputer } from '../../../src-main/http/request-guards.ts';

const DIRECT = { publicUrls: () => [], trustedProxies: () => [] };
const HERE = { ip: '127.0.0.1', headers: { host: '127.0.0.1:8730' }, protocol: 'http' as const };

it('believes a program to be on this computer by peer, name, headers and configuration together', () => {
  expect(isFromThisComputer(HERE, DIRECT)).toBe(true);
  expect(isFromThisComputer({ ...HERE, ip: '::1', headers: { host: '[::1]:8730' } }, DIRECT)).toBe(true);
  expect(
    isFromThisComputer({ ...HERE, ip: '::ffff:127.0.0.1', headers: { host: 'localhost' } }, DIRECT),
  ).toBe(true);
});

it.each([
  [{ ...HERE, ip: '192.168.1.7' }, DIRECT],
  [{ ...HERE, headers: { host: 'nas.local:8730' } }, DIRECT],
  [{ ...HERE, headers: {} }, DIRECT],
  [{ ...HERE, protocol: 'https' as const }, DIRECT],
  [{ ...HERE, headers: { ...HERE.headers, 'x-forwarded-for': '127.0.0.1' } }, DIRECT],
  [{ ...HERE, headers: { ...HERE.headers, forwarded: 'for=127.0.0.1' } }, DIRECT],
  [HERE, { ...DIRECT, publicUrls: () => ['https://files.example.org'] }],
  [HERE, { ...DIRECT, trustedProxies: () => ['127.0.0.1'] }],
])('does not believe %j where %j', (request, config) => {
  expect(isFromThisComputer(request, config)).toBe(false);
});
