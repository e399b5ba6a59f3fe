import { describe, expect, it } from 'vitest';
import { drives, folderAround, isDriveList } from '../../../../src-main/folder/export/drives.ts';

describe('the way up from a folder', () => {
  it.each([
    ['C:\\Users\\ann', 'C:\\Users'],
    ['C:\\Users', 'C:\\'],
    ['C:\\', '/'],
    ['\\\\server\\share\\', '/'],
  ])('leads on Windows from %s to %s', (path, around) => {
    expect(folderAround(path, 'win32')).toBe(around);
  });

  it('ends elsewhere at the top', () => {
    expect(folderAround('/home/ann', 'linux')).toBe('/home');
    expect(folderAround('/', 'linux')).toBe(null);
  });
});

describe('the list of drives', () => {
  it('is what lies above them on Windows alone', () => {
    expect(isDriveList('/', 'win32')).toBe(true);
    expect(isDriveList('\\', 'win32')).toBe(true);
    expect(isDriveList('C:\\', 'win32')).toBe(false);
    expect(isDriveList('/', 'linux')).toBe(false);
  });

  it('has those that can be looked into', async () => {
    expect(await drives(async (path) => ['C:\\', 'Z:\\'].includes(path))).toEqual(['C:\\', 'Z:\\']);
  });
});
