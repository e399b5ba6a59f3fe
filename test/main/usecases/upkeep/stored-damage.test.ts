import { describe, expect, it } from 'vitest';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import type { DamagedObject } from '../../../../src-main/store/objects/object-store.ts';
import { createStoredDamage } from '../../../../src-main/usecases/upkeep/stored-damage.ts';
import { libraryWorld } from '../../../support/library-world.ts';

async function damaged(...contents: string[]) {
  const world = await libraryWorld();
  const id = await world.addLibrary('Papers');
  await world.commit(id, await world.put(id, '/letters/a.txt', 'one'));
  const found = contents.map(
    (content): DamagedObject => ({
      ...{ kind: 'block', id: objectIdOf(content), reason: 'id-mismatch', foundAtSeconds: 1 },
    }),
  );
  world.stores.objects.library(id).damaged = () => found;
  const told: string[] = [];
  const events = { emit: ({ type }: { type: string }) => void told.push(type) };
  const damage = createStoredDamage({ ...world.stores, events });
  return { world, id, damage, found, told, signal: new AbortController().signal };
}

describe('damage on record', () => {
  it('is told with the file that needs it, once that was looked for', async () => {
    const { id, damage, signal } = await damaged('one');
    const first = { libraryId: id, libraryName: 'Papers', kind: 'block', id: objectIdOf('one') };
    expect(damage.known()).toMatchObject({ damagedCount: 1, damaged: [{ ...first, path: '' }] });
    await damage.name(signal);
    expect(damage.known()).toMatchObject({
      damagedCount: 1,
      damaged: [{ ...first, path: '/letters/a.txt' }],
    });
  });

  it('has no name where nothing of today needs it', async () => {
    const { damage, signal } = await damaged('gone');
    await damage.name(signal);
    expect(damage.known().damaged).toMatchObject([{ path: '' }]);
  });

  it('is told as far as a person reads it, and counted', async () => {
    const { damage } = await damaged(...Array.from({ length: 30 }, (_, number) => `content ${number}`));
    const { damaged: told, damagedCount } = damage.known();
    expect([told.length, damagedCount]).toEqual([20, 30]);
  });

  it('is news when it is found, and when something of it has changed', async () => {
    const { damage, found, told, signal } = await damaged('one');
    damage.found();
    await damage.name(signal);
    await damage.name(signal);
    expect(told).toEqual(['integrity', 'integrity']);
    found.pop();
    await damage.name(signal);
    expect(told).toHaveLength(3);
  });
});
