import { expect, it } from 'vitest';
import { ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

it('what happened last in all libraries that one reaches comes newest first, as much as is asked for', async () => {
  const { recentCommits, addLibrary, commit, put, clock } = await libraryWorld();
  const [papers, photos] = [await addLibrary('Papers'), await addLibrary('Photos')];
  for (const [id, path] of [
    [papers, '/a'],
    [photos, '/b'],
    [papers, '/c'],
  ] as const) {
    clock.advance(60);
    await commit(id, await put(id, path, 'x'));
  }
  const told = async (limit: number) =>
    (await recentCommits.list(ANNA, limit)).map(
      ({ library, commit: { description } }) => `${library.name}: ${description.trim()}`,
    );
  expect(await told(3)).toEqual([
    'Papers: Added or modified "c".',
    'Photos: Added or modified "b".',
    'Papers: Added or modified "a".',
  ]);
  expect(await told(9)).toHaveLength(5);
  expect(await told(1)).toEqual(['Papers: Added or modified "c".']);
  expect(await recentCommits.list(BERT, 9)).toEqual([]);
});
