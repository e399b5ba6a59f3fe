import { describe, expect, it } from 'vitest';
import { driveAddress } from '../../../../src-main/electron/system/drive-address.ts';

const SERVICE = 'http://127.0.0.1:8730';

describe('the address that a file manager is given', () => {
  it('is a folder of the own service’s drive', () => {
    expect(driveAddress(SERVICE, '/dav/Photos/')).toBe('dav://127.0.0.1:8730/dav/Photos/');
    expect(driveAddress(SERVICE, '/dav/Reise%20%26%20B%C3%BCro/')).toBe(
      'dav://127.0.0.1:8730/dav/Reise%20%26%20B%C3%BCro/',
    );
    expect(driveAddress('https://127.0.0.1:8730', '/dav/.history/Photos/2026-11-25T10-31-00Z/')).toBe(
      'davs://127.0.0.1:8730/dav/.history/Photos/2026-11-25T10-31-00Z/',
    );
  });

  it.each([
    '',
    '/',
    '/dav/',
    '/dav/Photos',
    'dav/Photos/',
    '//evil.example/dav/Photos/',
    'https://evil.example/dav/Photos/',
    '/dav/../etc/',
    '/dav/%2e%2e/etc/',
    '/dav/./Photos/',
    '/dav/Photos//',
    '/dav/Photos/?x=1',
    '/dav/Photos/#x',
    '/dav/a@b/',
    '/dav/a b/',
    '/dav/a\nb/',
    '/dav/"x"/',
    '/dav/a\\b/',
    '/seafdav/Photos/',
    `/dav/${'x'.repeat(4_096)}/`,
  ])('is not made of %j', (path) => {
    expect(() => driveAddress(SERVICE, path)).toThrow('the path does not name a folder of the drive');
  });

  it('is not made while there is no service', () => {
    expect(() => driveAddress(null, '/dav/Photos/')).toThrow('the service does not run');
    expect(() => driveAddress('file:///etc', '/dav/Photos/')).toThrow('the service does not run');
  });
});
