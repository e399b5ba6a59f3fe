import { expect, it } from 'vitest';
import { libraryWorld } from '../../support/library-world.ts';

it('no two rooms have a service of the same name, of which one would replace the other', async () => {
  const { rooms } = await libraryWorld();
  const names = Object.values(rooms).flatMap((room) => Object.keys(room));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(names).toContain('changeLibrary');
});
