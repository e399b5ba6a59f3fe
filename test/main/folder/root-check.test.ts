import { describe, expect, it } from 'vitest';
import { checkRoot } from '../../../src-main/folder/root-check.ts';

const linked = { rootDevice: 1, rootInode: 7 };
const there = { kind: 'present', device: 1, inode: 7, isEmpty: false } as const;

describe('the root of a linked folder', () => {
  it('is the same when device and inode are', () => {
    expect(checkRoot(linked, there, 10)).toEqual({ kind: 'same' });
    expect(checkRoot(linked, { ...there, isEmpty: true }, 10)).toEqual({ kind: 'same' });
  });

  it('is away when it is missing, with words that calm', () => {
    const verdict = checkRoot(linked, { kind: 'missing', message: 'it is not there any more' }, 10);
    expect(verdict).toEqual({
      kind: 'away',
      message:
        'The folder cannot be reached: it is not there any more. Nothing counts as deleted; it goes on when the folder is back.',
    });
  });

  it('is away when an empty folder stands in its place, but not when nothing was known of it', () => {
    const empty = { ...there, inode: 8, isEmpty: true };
    expect(checkRoot(linked, empty, 10).kind).toBe('away');
    expect(checkRoot(linked, empty, 0)).toEqual({ kind: 'exchanged', device: 1, inode: 8 });
  });

  it('is exchanged when another folder with content has its place', () => {
    expect(checkRoot(linked, { ...there, inode: 9 }, 10)).toEqual({ kind: 'exchanged', device: 1, inode: 9 });
  });
});
