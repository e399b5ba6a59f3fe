import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../src-main/core/access/caller.ts';
import { hrefOf, parseAddress, placeOf, snapshotName } from '../../../../src-main/http/dav/places.ts';
import type { HttpServices } from '../../../../src-main/http/services.ts';

const ANNA: Caller = { email: 'anna@example.com', isAdmin: false };
const PHOTOS = { name: 'Photos', view: { library: { id: 'photos' } } };
/** 2023-11-14T22:13:20Z */
const MADE_AT = 1_700_000_000;

/** Anna has one library, with one commit. */
const services = {
  libraries: { driveLibraries: { find: (_: Caller, name: string) => (name === 'Photos' ? PHOTOS : null) } },
  history: { snapshots: { find: () => ({ commit: { id: 'c1', ctimeSeconds: MADE_AT } }) } },
} as unknown as HttpServices;

const placeAt = (path: string) => placeOf(services, ANNA, parseAddress(path) ?? { prefix: '', segments: [] });

describe('an address of the drive', () => {
  it('is read name by name', () => {
    expect(parseAddress('/dav')).toEqual({ prefix: '/dav', segments: [] });
    expect(parseAddress('/seafdav//A%20b/%C3%A4%3F/')).toEqual({
      ...{ prefix: '/seafdav', segments: ['A b', 'ä?'] },
    });
    expect(['/davx', '/dav2/a', '/api2', '/'].map(parseAddress)).toEqual([null, null, null, null]);
  });

  it('is refused where a name hides a folder, or cannot be read', () => {
    for (const path of ['/dav/a%2Fb', '/dav/a%2f..', '/dav/%', '/dav/%ff', '/dav/a?b', '/dav/a#b'])
      expect(() => parseAddress(path), path).toThrow('The address cannot be read.');
  });

  it('is written with a slash for folders, and holds any name', () => {
    expect(hrefOf({ prefix: '/dav', segments: ['ä b', 'a&<'] }, true)).toBe('/dav/%C3%A4%20b/a%26%3C/');
    expect(hrefOf({ prefix: '/seafdav', segments: ['\ud800'] }, false)).toBe('/seafdav/%EF%BF%BD');
  });
});

describe('a place', () => {
  it('is the root, a library, or something in one', () => {
    expect(placeAt('/dav/')).toEqual({ kind: 'root' });
    expect(placeAt('/dav/Photos')).toMatchObject({ kind: 'item', path: '/', snapshot: null });
    expect(placeAt('/dav/Photos/a/b')).toMatchObject({ kind: 'item', path: '/a/b', snapshot: null });
  });

  it('is nothing where there is no such library, which could be made only beside the others', () => {
    expect(placeAt('/dav/New')).toEqual({ kind: 'nothing', isPast: false, newName: 'New' });
    expect(placeAt('/dav/New/a')).toEqual({ kind: 'nothing', isPast: false, newName: null });
    expect(placeAt('/dav/.history/New')).toEqual({ kind: 'nothing', isPast: true, newName: null });
  });

  it('leads nowhere by dots', () => {
    for (const path of ['/dav/Photos/../b', '/dav/Photos/%2e%2e'])
      expect(() => placeAt(path), path).toThrow();
  });

  it('is of the past by any time in UTC since there is a library', () => {
    expect(placeAt('/dav/.history')).toEqual({ kind: 'history' });
    expect(placeAt('/dav/.history/Photos')).toMatchObject({ kind: 'snapshots' });
    expect(snapshotName(MADE_AT)).toBe('2023-11-14T22-13-20Z');
    for (const name of [snapshotName(MADE_AT), '2023-11-15', '2023-11-14T22-14', '2024-01-01T00-00-00'])
      expect(placeAt(`/dav/.history/Photos/${name}/a`)).toMatchObject({
        ...{ path: '/a', snapshot: { name, commitId: 'c1', atSeconds: MADE_AT } },
      });
    for (const name of ['2023-11-14', '2023-11-14T22-13-19Z', '2023-13-01', 'yesterday', '2024-01-01T00:00'])
      expect(placeAt(`/dav/.history/Photos/${name}`), name).toMatchObject({ kind: 'nothing', isPast: true });
  });
});
