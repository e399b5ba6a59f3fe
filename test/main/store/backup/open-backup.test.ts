import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { EMPTY_ID, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { type OpenBackup, openBackup } from '../../../../src-main/store/backup/open-backup.ts';
import { filesBelow, openDiskStore, temporaryDataFolder } from '../../../support/disk-store.ts';
import { addLibraryRecord } from '../../../support/stored-library.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const LARGE = Buffer.alloc(1_100_000, 'large');

let folder: ReturnType<typeof temporaryDataFolder>;
let work: ReturnType<typeof temporaryDataFolder>;
let opened: OpenBackup | null;

/** A data folder with one library, whose process has ended. */
beforeEach(async () => {
  folder = temporaryDataFolder();
  work = temporaryDataFolder();
  opened = null;
  const { store, db, close } = await openDiskStore(folder.path);
  addLibraryRecord(db, LIBRARY);
  const library = store.library(LIBRARY);
  for (const block of ['one', 'two', LARGE])
    await library.write('block', objectIdOf(block), Buffer.from(block));
  await close();
});

afterEach(async () => {
  await opened?.close();
  folder.remove();
  work.remove();
});

const thread = (path: string) => new URL(`../../../../src-main/store/${path}`, import.meta.url);
const inFolder = (name: string) => join(folder.path, name);
const workFolder = () => join(work.path, 'reading');

async function open(): Promise<OpenBackup> {
  opened = await openBackup({
    from: {
      ...{ path: folder.path, database: inFolder('keepfold.db'), journal: inFolder('heads.journal') },
      ...{ secret: inFolder('secret'), lock: inFolder('lock') },
    },
    workFolder: workFolder(),
    databaseThread: thread('sqlite/database-worker.ts'),
    hashThread: thread('threads/hash-worker.ts'),
  });
  return opened;
}

/** Everything in the folder, with size and time. */
const trace = () =>
  filesBelow(folder.path).map((name) => {
    const { size, mtimeMs } = statSync(inFolder(name));
    return `${name} ${size} ${mtimeMs}`;
  });

describe('an open backup', () => {
  it('tells what is in it and gives its objects, and leaves the folder as it is', async () => {
    const before = trace();
    const backup = await open();
    expect(backup.madeAtSeconds).toBe(Math.floor(statSync(inFolder('keepfold.db')).mtimeMs / 1_000));
    expect(backup.libraryTable.all().map(({ id }) => id)).toEqual([LIBRARY]);
    const objects = backup.objects(LIBRARY);
    expect((await objects.read('block', objectIdOf('one'))).toString()).toBe('one');
    expect((await objects.read('block', objectIdOf(LARGE))).equals(LARGE)).toBe(true);
    expect(await objects.read('fs', EMPTY_ID)).toHaveLength(0);
    const bytes = filesBelow(inFolder('storage')).reduce(
      (sum, name) => sum + statSync(join(inFolder('storage'), name)).size,
      0,
    );
    expect(await backup.bytesOf(LIBRARY)).toBe(bytes);
    await backup.close();
    opened = null;
    expect([trace(), existsSync(workFolder())]).toEqual([before, false]);
  });

  it('leaves what is damaged as it is, and reads what lies beside it', async () => {
    const pack = join(inFolder('storage'), LIBRARY, 'packs', '000001.pack');
    const bytes = readFileSync(pack);
    bytes[bytes.indexOf('one')] = 0;
    writeFileSync(pack, bytes);
    const before = trace();
    const objects = (await open()).objects(LIBRARY);
    for (let time = 0; time < 2; time += 1)
      await expect(objects.read('block', objectIdOf('one'))).rejects.toMatchObject({
        code: 'object-corrupt',
      });
    expect((await objects.read('block', objectIdOf('two'))).toString()).toBe('two');
    expect(trace()).toEqual(before);
  });

  it('has nothing of a library that it does not know', async () => {
    const other = '22222222-2222-4222-8222-222222222222' as LibraryId;
    const backup = await open();
    await expect(backup.objects(other).read('block', objectIdOf('one'))).rejects.toMatchObject({
      code: 'object-missing',
    });
    expect(await backup.bytesOf(other)).toBe(0);
  });
});

describe('a folder that is no backup to be read', () => {
  it.each<[string, () => void]>([
    ['not-a-backup', () => writeFileSync(inFolder('keepfold.db'), '')],
    ['damaged', () => truncateSync(inFolder('keepfold.db'), 5_000)],
    ['newer', () => setVersion(9_999)],
  ])('is refused as %s, and nothing is left of the try', async (reason, spoil) => {
    spoil();
    await expect(open()).rejects.toMatchObject({ code: 'backup-unusable', detail: { reason } });
    expect(readdirSync(work.path)).toEqual([]);
  });

  /** Where SQLite keeps `user_version`. */
  function setVersion(version: number): void {
    const bytes = readFileSync(inFolder('keepfold.db'));
    bytes.writeUInt32BE(version, 60);
    writeFileSync(inFolder('keepfold.db'), bytes);
  }
});

it('what a kill left beside the database is read with it', async () => {
  const { store, abandon } = await openDiskStore(folder.path);
  await store.library(LIBRARY).write('block', objectIdOf('late'), Buffer.from('late'));
  await store.library(LIBRARY).flush();
  const killed = temporaryDataFolder();
  cpSync(inFolder('storage'), join(killed.path, 'storage'), { recursive: true });
  for (const end of ['', '-wal'])
    copyFileSync(`${inFolder('keepfold.db')}${end}`, join(killed.path, `keepfold.db${end}`));
  await abandon();
  folder.remove();
  folder = killed;
  const objects = (await open()).objects(LIBRARY);
  expect((await objects.read('block', objectIdOf('late'))).toString()).toBe('late');
});
