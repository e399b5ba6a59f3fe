import { expect, it } from 'vitest';
import { ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

it('stars follow several moves at once, each of them the nearest one, and into other libraries', async () => {
  const { stores, addLibrary } = await libraryWorld();
  const { starTable } = stores;
  const [papers, photos] = [await addLibrary('Papers'), await addLibrary('Photos')];
  for (const path of ['/a', '/b', '/docs', '/docs/x', '/docs/deep/y', '/docs2'])
    starTable.put(ANNA.email, { libraryId: papers, path, isDir: false });
  starTable.put(BERT.email, { libraryId: papers, path: '/a', isDir: false });
  starTable.follow(papers, [
    { from: '/a', to: '/b' },
    { from: '/b', to: '/a' },
    { from: '/docs', to: '/letters' },
    { from: '/docs/deep', to: '/shallow', toLibrary: photos },
  ]);
  expect(starTable.pathsIn(ANNA.email, papers)).toEqual(['/a', '/b', '/docs2', '/letters', '/letters/x']);
  expect(starTable.pathsIn(ANNA.email, photos)).toEqual(['/shallow/y']);
  expect(starTable.pathsIn(BERT.email, papers)).toEqual(['/b']);
});
