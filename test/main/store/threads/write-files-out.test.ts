import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { encodeFile } from '../../../../src-main/core/objects/file-object.ts';
import { EMPTY_ID, type ObjectId, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import type { NewFile } from '../../../../src-main/store/objects/object-store.ts';
import { createFindPlaces } from '../../../../src-main/store/sqlite/object-places.ts';
import { ManyObjects } from '../../../../src-main/store/threads/many-objects.ts';
import { writeFilesOut } from '../../../../src-main/store/threads/write-files-out.ts';
import { type OpenDiskStore, openDiskStore, temporaryDataFolder } from '../../../support/disk-store.ts';
import { expectProgram } from '../../../support/file-modes.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;

let folder: ReturnType<typeof temporaryDataFolder>;
let opened: OpenDiskStore;

beforeEach(async () => {
  folder = temporaryDataFolder();
  opened = await openDiskStore(folder.path);
  mkdirSync(out(''));
});

afterEach(async () => {
  await opened.close();
  folder.remove();
});

const out = (name: string) => join(folder.path, 'out', name);
const fileOf = (name: string, id: ObjectId, isExecutable = false): NewFile => ({
  ...{ path: out(name), id, mtimeSeconds: 1_600_000_000, isExecutable },
});

/** The id of a file of these blocks, on record. */
async function store(...blocks: readonly string[]): Promise<ObjectId> {
  const library = opened.store.library(LIBRARY);
  for (const block of blocks) await library.write('block', objectIdOf(block), Buffer.from(block));
  const object = encodeFile({ blockIds: blocks.map(objectIdOf), sizeBytes: blocks.join('').length });
  await library.write('fs', object.id, object.bytes);
  await library.flush();
  return object.id;
}

function write(...files: readonly NewFile[]) {
  const objects = new ManyObjects(createFindPlaces(opened.db));
  return writeFilesOut(objects, { files, folder: join(folder.path, 'storage', LIBRARY), storeKey: 1 });
}

it('files have their content, time and executable bit, also when two hold the same or one holds nothing', async () => {
  const id = await store('some ', 'text');
  const files = [fileOf('a', id), fileOf('b', id, true), fileOf('empty', EMPTY_ID)];
  expect(write(...files)).toEqual({ left: [], failure: null });
  expect(['a', 'b', 'empty'].map((name) => readFileSync(out(name), 'utf8'))).toEqual([
    'some text',
    'some text',
    '',
  ]);
  expect(statSync(out('a')).mtimeMs).toBe(1_600_000_000_000);
  expectProgram(out('a'), false);
  expectProgram(out('b'), true);
});

it('files are left whose content is not all there, and nothing is made of them', async () => {
  const library = opened.store.library(LIBRARY);
  const torn = encodeFile({ blockIds: [objectIdOf('text'), objectIdOf('absent')], sizeBytes: 10 });
  await library.write('fs', torn.id, torn.bytes);
  const whole = await store('text');
  const left = [fileOf('absent', objectIdOf('absent')), fileOf('torn', torn.id)];
  expect(write(...left, fileOf('whole', whole))).toEqual({ left: [0, 1], failure: null });
  expect(['absent', 'torn', 'whole'].map((name) => existsSync(out(name)))).toEqual([false, false, true]);
});

it('the first refusal of the disk is the end, and tells which were left before', async () => {
  const id = await store('text');
  const files = [
    fileOf('absent', objectIdOf('absent')),
    fileOf('a', id),
    fileOf('no/folder', id),
    fileOf('b', id),
  ];
  expect(write(...files)).toMatchObject({ left: [0], failure: { path: out('no/folder'), code: 'ENOENT' } });
  expect([existsSync(out('a')), existsSync(out('b'))]).toEqual([true, false]);
});
