import { expect, it } from 'vitest';
import { composeRooms } from '../../../src-main/app/compose-services.ts';
import { CHEAP } from '../../support/account-services.ts';
import { countingIds } from '../../support/counting-ids.ts';
import { deriveHere } from '../../support/derive-here.ts';
import { libraryWorld } from '../../support/library-world.ts';

it('no two rooms have a service of the same name, of which one would replace the other', async () => {
  const { stores, clock } = await libraryWorld();
  const rooms = composeRooms({
    ...{ tables: stores, objects: stores.objects, journal: stores.journal, clock, ids: countingIds() },
    ...{ events: { emit: () => undefined }, secret: Buffer.alloc(32), passwordCost: CHEAP, ...deriveHere },
  });
  const names = Object.values(rooms).flatMap((room) => Object.keys(room));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(names).toContain('changeLibrary');
});
