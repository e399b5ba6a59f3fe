import { describe, expect, it } from 'vitest';
import type { LinkedFolderId } from '../../../../src-main/core/folder/linked-folder.ts';
import { checkRoot } from '../../../../src-main/folder/link/linked-root.ts';
import { said } from '../../../../src-shared/service-words.ts';

const id = '0f0f0f0f-0000-4000-8000-000000000001' as LinkedFolderId;
const linked = { id, rootDevice: 1, rootInode: 7, isMarked: true };
const there = { kind: 'present', device: 1, inode: 7, isEmpty: false, marker: id } as const;

describe('the root of a linked folder', () => {
  it('is the same when device, inode and mark are, also when everything in it is gone', () => {
    expect(checkRoot(linked, there, 10)).toEqual({ kind: 'same', needsMarker: false });
    expect(checkRoot(linked, { ...there, isEmpty: true }, 10)).toEqual({ kind: 'same', needsMarker: false });
  });

  it('is away when it is missing, with words that calm', () => {
    const verdict = checkRoot(linked, { kind: 'missing', said: said('gone') }, 10);
    expect(verdict).toEqual({
      kind: 'away',
      said: [said('notReachedGone'), said('nothingLost')],
    });
    const why = said('systemSays', { what: 'EDOM: out of domain' });
    expect(checkRoot(linked, { kind: 'missing', said: why }, 10)).toMatchObject({
      said: [{ code: 'notReached', values: { what: 'the system says: EDOM: out of domain' } }, {}],
    });
  });

  it('is away when an empty folder stands in its place, but not when nothing was known of it', () => {
    const empty = { ...there, inode: 8, isEmpty: true, marker: null };
    expect(checkRoot(linked, empty, 10).kind).toBe('away');
    expect(checkRoot({ ...linked, isMarked: false }, empty, 0)).toEqual({
      kind: 'exchanged',
      device: 1,
      inode: 8,
      needsMarker: true,
    });
  });

  it('is another one that carries its mark: moved, or restored from a backup', () => {
    expect(checkRoot(linked, { ...there, inode: 9 }, 10)).toEqual({
      kind: 'exchanged',
      device: 1,
      inode: 9,
      needsMarker: false,
    });
  });

  it('is away when the mark is missing or that of another link, even at the same inode', () => {
    expect(checkRoot(linked, { ...there, marker: null }, 10).kind).toBe('away');
    expect(checkRoot(linked, { ...there, marker: 'another' }, 0).kind).toBe('away');
    expect(checkRoot(linked, { ...there, inode: 9, marker: null }, 10).kind).toBe('away');
  });

  it('gets its mark where it never had one', () => {
    const unmarked = { ...linked, isMarked: false };
    expect(checkRoot(unmarked, { ...there, marker: null }, 10)).toEqual({ kind: 'same', needsMarker: true });
    expect(checkRoot(unmarked, { ...there, inode: 9, marker: null }, 10).kind).toBe('away');
  });
});
