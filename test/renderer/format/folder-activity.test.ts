import { describe, expect, it } from 'vitest';
import { activityWording } from '../../../src-renderer/format/folder-activity.ts';

describe('the words about what a folder did', () => {
  it('keep the two sides apart', () => {
    expect(activityWording('removed').word).toBe('Deleted in the library');
    expect(activityWording('deleted-here').word).toBe('Deleted in the folder');
    expect(activityWording('left-out').word).toBe('Removed from this computer, kept in the library');
  });

  it('show what this version does not know by its name', () => {
    expect(activityWording('tidied-up')).toEqual({ word: 'Tidied up', kind: 'other' });
  });
});
