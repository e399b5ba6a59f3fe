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
});
