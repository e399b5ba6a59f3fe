import { expect, it } from 'vitest';
import { DIR_MODE, encodeDir } from '../../../../src-main/core/objects/dir-object.ts';
import { EMPTY_ID, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { ExaminedRows, pushRefusal, readPushed } from '../../../../src-main/engine/heads/pushed-objects.ts';
import { decodeDirYielding } from '../../../../src-main/engine/reading/directory-reader.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { libraryWorld } from '../../../support/library-world.ts';

const UNCOUNTED = { count: async () => undefined };

/** A folder of two rows, in a store. */
async function stored() {
  const world = await libraryWorld();
  const store = world.stores.objects.library(await world.addLibrary());
  const row = { kind: 'dir', id: EMPTY_ID, mode: DIR_MODE, mtimeSeconds: 1 } as const;
  const { id, bytes } = encodeDir([
    { ...row, name: 'a' },
    { ...row, name: 'b' },
  ]);
  await store.write('fs', id, bytes);
  return { store, id };
}

it('rows of the base count as those of the push do: whoever replaces a large folder many times is refused', async () => {
  const { store, id } = await stored();
  const rows = new ExaminedRows(store, UNCOUNTED, 4);
  expect((await rows.ofBase(id)).map(({ name }) => name)).toEqual(['b', 'a']);
  expect(await rows.ofPushed({ id, path: '' })).toHaveLength(2);
  expect(await rows.ofBase(EMPTY_ID)).toEqual([]);
  expect(await rows.ofPushed({ id: EMPTY_ID, path: '' })).toEqual([]);
  expect(await refusalOf(() => rows.ofBase(id))).toMatchObject({ detail: { reason: 'too-many-files' } });
});

it('what is missing of a push was not brought; what is missing of its base is gone', async () => {
  const { store } = await stored();
  const rows = new ExaminedRows(store, UNCOUNTED);
  const id = objectIdOf('nobody brought this');
  const pushed = await refusalOf(() => rows.ofPushed({ id, path: 'docs' }));
  expect(pushed).toMatchObject({ code: 'object-missing', detail: { reason: 'not-brought', value: id } });
  const base = await refusalOf(() => rows.ofBase(id));
  expect(base).toMatchObject({ code: 'object-missing' });
  expect(base).not.toMatchObject({ detail: { reason: 'not-brought' } });
});

it('an error that is no damage stays what it is', async () => {
  const { store, id } = await stored();
  const failing = async () => {
    await decodeDirYielding(EMPTY_ID, Buffer.alloc(0));
    throw new RangeError('no memory');
  };
  await expect(readPushed(store, { id, path: '' }, failing)).rejects.toThrow('no memory');
});

it('a push is refused for what is wrong with the head, and names the file or folder if it is one', () => {
  expect(pushRefusal('parents')).toMatchObject({
    code: 'argument-invalid',
    detail: { field: 'head', reason: 'parents' },
  });
  expect(pushRefusal('parents').detail).not.toHaveProperty('value');
  expect(pushRefusal('size-untrue', 'd/a.txt').detail).toEqual({
    field: 'head',
    reason: 'size-untrue',
    value: 'd/a.txt',
  });
});
