import { describe, expect, it } from 'vitest';
import { folderOfEvent } from '../../../../src-main/folder/watch/raw-event.ts';

describe('an event of the system', () => {
  it.each([
    ['a file of the watched folder', 'a.txt', { watchedPath: '/root' }, ''],
    ['a file of a folder with a watch of its own', 'a.txt', { watchedPath: '/root/in/side' }, 'in/side'],
    ['a file deep in a folder that is watched whole', 'in/side/a.txt', { watchedPath: '/root' }, 'in/side'],
    ['a file, without saying who watches', 'in/a.txt', undefined, 'in'],
    ['the watched folder itself', '../root', { watchedPath: '/root' }, ''],
  ])('names %s', (_, name, details, folder) => {
    expect(folderOfEvent('/root', { name, details })).toBe(folder);
  });

  it('without a name stands for events that were lost, wherever they were', () => {
    expect(folderOfEvent('/root', { name: null, details: { watchedPath: '/root' } })).toBe(null);
  });
});
