import { expect, it } from 'vitest';
import { encodeFile } from '../../../../src-main/core/objects/file-object.ts';
import { type ObjectId, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, libraryWorld } from '../../../support/library-world.ts';
import { turnsTaken } from '../../../support/turns-taken.ts';

it('others have their turn while the sizes of many blocks are told', async () => {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const { library } = world.libraries.find(ANNA, id);
  const block = objectIdOf('hello');
  await world.syncObjects.putBlock(library, block, Buffer.from('hello'));
  const file = encodeFile({ blockIds: Array<ObjectId>(30_000).fill(block), sizeBytes: 150_000 });
  await world.syncObjects.putFs(world.libraries.find(ANNA, id).library, [file]);
  const { turns, result } = await turnsTaken(() => world.syncObjects.blockSizes(id, file.id));
  expect(result).toEqual(Array<number>(30_000).fill(5));
  expect(turns).toBeGreaterThanOrEqual(15);
});

it('the sizes of blocks of which one is missing are not told', async () => {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const file = encodeFile({ blockIds: [objectIdOf('lost')], sizeBytes: 4 });
  await world.syncObjects.putFs(world.libraries.find(ANNA, id).library, [file]);
  expect(await refusalOf(() => world.syncObjects.blockSizes(id, file.id))).toMatchObject({
    code: 'object-missing',
    detail: { value: objectIdOf('lost') },
  });
});

it('what is refused gives its memory back at once', async () => {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const { library } = world.libraries.find(ANNA, id);
  const refused = { id: objectIdOf('another'), bytes: Buffer.alloc(2 * 1024 * 1024, ' ') };
  const putting = refusalOf(() => world.syncObjects.putFs(library, [refused]));
  expect(await putting).toMatchObject({ code: 'argument-invalid' });
  expect(refused.bytes.buffer).toMatchObject({ detached: true });
});
