import { describe, expect, it } from 'vitest';
import {
  readDrivePath,
  readFileCount,
  readFolderId,
  readItem,
  readNothing,
  readSettingsChange,
  readUploadId,
} from '../../../src-main/electron/bridge-requests.ts';

const ID = '0d5c4a4e-5b0e-4f7e-8a4b-7d7b7a3c2f10';

describe('what the page asks of the main process', () => {
  it('is taken when it is of its kind', () => {
    expect(readNothing('ask', [])).toBeUndefined();
    expect([readFolderId('ask', [ID]), readUploadId('ask', ['1'])]).toEqual([ID, '1']);
    expect(readFileCount('ask', [0])).toBe(0);
    expect(readItem('ask', [ID, '../a'])).toEqual({ folderId: ID, path: '../a' });
    expect(readDrivePath('ask', ['/dav/Photos/'])).toBe('/dav/Photos/');
    const change = { closing: 'quit', muted: ['conflict'], notifies: false, language: 'de' };
    expect(readSettingsChange('ask', [change])).toBe(change);
  });

  it.each<[string, (name: string, args: readonly unknown[]) => unknown, unknown[][]]>([
    ['no argument', readNothing, [[undefined]]],
    ['the id of a linked folder', readFolderId, [[], [''], [7], ['a/b'], ['a'.repeat(65)], [ID, ID]]],
    ['the id of an upload', readUploadId, [[], [null], ['..'], [[ID]]]],
    ['a number of files', readFileCount, [[], ['1'], [-1], [1.5], [2 ** 53], [Number.NaN]]],
    ['the id of a linked folder and a path', readItem, [[ID], [ID, 7], ['', 'a'], [ID, 'a', 'b']]],
    ['the path of a drive', readDrivePath, [[], [7], ['/', '/']]],
    [
      'settings of the desktop app',
      readSettingsChange,
      [
        ...[[], [null], [[]], ['quit'], [{ closing: 'never' }], [{ startAtLogin: 1 }]],
        ...[[{ muted: ['everything'] }], [{ muted: 'conflict' }], [{ language: 'xx' }]],
        ...[[{ dataDir: '/' }], [{}, {}]],
      ],
    ],
  ])('is refused unless it is %s', (words, read, refused) => {
    for (const args of refused)
      expect(() => read('ask', args), JSON.stringify(args)).toThrow(`ask takes ${words}`);
  });
});
