import { describe, expect, it } from 'vitest';
import { freshFolderWorld } from '../../../support/folder-world.ts';

describe('a preflight', () => {
  it.skipIf(process.platform === 'win32')(
    'counts what would be taken in and warns of what will not work well',
    async () => {
      const { place, world } = await freshFolderWorld();
      place.write('a/one.txt', '12345');
      place.write('a/ONE.txt', '1');
      place.write('con.txt', '1');
      place.write('node_modules/x', '1');
      place.write('seafile-ignore.txt', '# words\n*.iso\nold/\n');
      expect(await world.folders.preflight(place.root)).toEqual({
        ...{
          path: place.root,
          refusal: '',
          refusal_reason: '',
          files: 4,
          folders: 1,
          bytes: 26,
          ignored: 1,
          truncated: false,
        },
        // The disk of the tests may give others.
        warnings: expect.arrayContaining([
          'what the 2 patterns of its seafile-ignore.txt name is left out',
          '1 items ("a/one.txt") differ from another name only in letter case',
          '1 items ("con.txt") have a name that other systems cannot hold',
        ]),
        said: expect.arrayContaining([
          { code: 'patternsLeaveOut', values: { count: '2' } },
          { code: 'twins', values: { count: '1', examples: '"a/one.txt"' } },
          { code: 'foreign', values: { count: '1', examples: '"con.txt"' } },
        ]),
      });
      expect(await world.folders.preflight('/')).toMatchObject({
        refusal: 'This is a whole disk. Choose a folder on it.',
        refusal_reason: 'whole-disk',
      });
    },
  );

  it('ends when nobody waits for it any more, and says that it has not seen all', async () => {
    const { place, world } = await freshFolderWorld();
    place.write('one.txt', '1');
    expect(await world.folders.preflight(place.root, AbortSignal.abort())).toMatchObject({ truncated: true });
  });
});
