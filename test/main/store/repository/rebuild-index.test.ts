import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { DiskBackend } from '../../../../src-main/store/backend/disk/disk-backend.ts';
import { rebuildIndex } from '../../../../src-main/store/repository/rebuild-index.ts';
import { createObjectIndex } from '../../../../src-main/store/sqlite/object-index.ts';
import { openDatabase } from '../../../../src-main/store/sqlite/open.ts';
import { commitText } from '../../../suites/object-store.ts';
import { openDiskStore, temporaryDataFolder } from '../../../support/disk-store.ts';

const PHOTOS = '11111111-1111-4111-8111-111111111111' as LibraryId;
const NOTES = '22222222-2222-4222-8222-222222222222' as LibraryId;

it('puts every object on record again after the database was lost, even around damage', async () => {
  const folder = temporaryDataFolder();
  const first = await openDiskStore(folder.path);
  const texts = ['one', 'two', 'three', 'four'];
  for (const text of texts)
    await first.store.library(PHOTOS).write('block', objectIdOf(text), Buffer.from(text));
  const large = Buffer.alloc(1_100_000, 'large');
  await first.store.library(PHOTOS).write('block', objectIdOf(large), large);
  await first.store.library(NOTES).write('commit', 'c'.repeat(40), commitText('c'.repeat(40)));
  await first.close();
  for (const suffix of ['', '-wal', '-shm'])
    rmSync(join(folder.path, `keepfold.db${suffix}`), { force: true });
  const pack = join(folder.path, 'storage', PHOTOS, 'packs/000001.pack');
  const bytes = readFileSync(pack);
  bytes[bytes.indexOf('two')] = 0;
  writeFileSync(pack, Buffer.concat([bytes, Buffer.from('KFOB half a record')]));

  const db = openDatabase(join(folder.path, 'keepfold.db'));
  const rebuilt = await rebuildIndex(new DiskBackend({ dataFolder: folder.path }), createObjectIndex(db));
  db.close();

  expect(rebuilt).toEqual({ libraryIds: [PHOTOS, NOTES], objectCount: 5 });
  const again = await openDiskStore(folder.path);
  const library = again.store.library(PHOTOS);
  for (const text of ['one', 'three', 'four']) {
    expect((await library.read('block', objectIdOf(text))).toString()).toBe(text);
  }
  expect(library.has('block', objectIdOf('two'))).toBe(false);
  expect((await library.read('block', objectIdOf(large))).equals(large)).toBe(true);
  expect((await again.store.library(NOTES).read('commit', 'c'.repeat(40))).length).toBeGreaterThan(0);
  // Dates and second hashes were only in the database. Nothing is old enough for garbage collection now.
  const rows = again.db
    .prepare('SELECT min(stored_at_s) AS oldest, count(sha256) AS hashes FROM objects')
    .get();
  expect(rows).toMatchObject({ hashes: 0, oldest: expect.any(Number) });
  expect(rows).not.toMatchObject({ oldest: 0 });
  await again.close();
  folder.remove();
});
