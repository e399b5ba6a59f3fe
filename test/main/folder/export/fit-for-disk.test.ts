import { describe, expect, it } from 'vitest';
import { type DiskNames, FitForDisk } from '../../../../src-main/folder/export/fit-for-disk.ts';

/** What of these paths, folders with a `/` at the end, is left out of an export to this disk. */
function leftOut(disk: DiskNames, paths: readonly string[]): readonly string[] {
  const fit = new FitForDisk(disk);
  for (const given of paths) {
    const kind = given.endsWith('/') ? 'dir' : 'file';
    const path = kind === 'dir' ? given.slice(0, -1) : given;
    fit.takes(path, { kind, name: path.slice(path.lastIndexOf('/') + 1) }, `C:\\out${path}`);
  }
  expect(fit.leftOut.count).toBe(fit.leftOut.paths.length);
  return fit.leftOut.paths;
}

const NAMES = ['/a:b', '/aux.txt', '/dot.', '/what?', '/CON/', '/CON/inside', '/plain', '/back\\slash'];

describe('what is left out of a folder on disk', () => {
  it('on Windows is what would be a device, a stream or a path there', () => {
    const unwritable = ['/a:b', '/aux.txt', '/dot.', '/what?', '/CON', '/back\\slash'];
    expect(leftOut({ platform: 'win32' }, NAMES)).toEqual(unwritable);
  });

  it('elsewhere is none of that', () => {
    expect(leftOut({ platform: 'linux' }, NAMES.slice(0, -1))).toEqual([]);
  });

  it('on no system is a name of 251 to 255 bytes', () => {
    const long = `/${'ä'.repeat(127)}`;
    expect(leftOut({ platform: 'win32' }, [long])).toEqual([]);
    expect(leftOut({ platform: 'linux' }, [long])).toEqual([]);
    expect(leftOut({ platform: 'win32' }, [`${long}ä`])).toEqual([`${long}ä`]);
  });

  it('is the second of two names that the disk takes for the same, with all that is in it', () => {
    const twins = [
      '/A.txt',
      '/a.TXT',
      '/B/',
      '/B/x',
      '/B/X',
      '/b/',
      '/b/y',
      '/c/',
      '/c/x',
      '/z',
      '/Z',
      '/\u00e9',
      '/e\u0301',
    ];
    expect(leftOut({ platform: 'linux', folds: true }, twins)).toEqual([
      '/a.TXT',
      '/B/X',
      '/b',
      '/Z',
      '/e\u0301',
    ]);
    expect(leftOut({ platform: 'win32', folds: true }, twins)).toEqual([
      '/a.TXT',
      '/B/X',
      '/b',
      '/Z',
      '/e\u0301',
    ]);
    expect(leftOut({ platform: 'linux', folds: false }, twins)).toEqual([]);
  });

  it('is nothing for the sake of a name that is left out itself', () => {
    expect(leftOut({ platform: 'win32', folds: true }, ['/dir/', '/dir/AUX', '/dir/aux', '/DIR2/'])).toEqual([
      '/dir/AUX',
      '/dir/aux',
    ]);
  });
});
