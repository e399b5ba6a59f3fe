import { describe, expect, it } from 'vitest';
import { changeOp, changeWording, commitBody, commitTitle } from '../../../src-renderer/format/change.ts';

describe('the wording of changes', () => {
  it('shows an operation it does not know by its name', () => {
    expect(changeWording('chmod')).toEqual({ word: 'Changed (chmod)', tone: 'neutral' });
  });

  it('tells a move from a rename', () => {
    expect(changeOp({ op: 'renamed', path: '/a/x', new_path: '/a/y' })).toBe('renamed');
    expect(changeOp({ op: 'renamed', path: '/a/x', new_path: '/b/x' })).toBe('moved');
  });
});

describe('the description of a commit', () => {
  it('has its first line as title and the rest as body', () => {
    expect(commitTitle('Added "a".\nDeleted "b".')).toBe('Added "a".');
    expect(commitBody('Added "a".\nDeleted "b".')).toBe('Deleted "b".');
  });

  it('has a title even when it is empty', () => {
    expect(commitTitle('')).toBe('No description');
  });

  it('of 200 KB is cut: a title of some lines, and the rest of 4 KiB behind it', () => {
    const line = `Added or modified "${'" and '.repeat(34_000)}`;
    expect(commitTitle(line)).toBe(`${line.slice(0, 300)}…`);
    expect(commitBody(`${line}\nlost`)).toBe(`…${line.slice(300, 4096)}…`);
  });

  it('that is long in its first line goes on in the body where the title breaks off', () => {
    const line = `${'a'.repeat(300)}b`;
    expect(commitTitle(`${line}\nc`)).toBe(`${'a'.repeat(300)}…`);
    expect(commitBody(`${line}\nc`)).toBe('…b\nc');
  });

  it('is not cut inside of a character', () => {
    expect(commitTitle(`${'a'.repeat(299)}😀b`)).toBe(`${'a'.repeat(299)}…`);
    expect(commitBody(`${'a'.repeat(299)}😀b`)).toBe('…😀b');
  });
});
