import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import type { DiskObjectStoreOptions } from '../../../../src-main/store/objects/disk-object-store.ts';
import type { LibraryObjects } from '../../../../src-main/store/objects/object-store.ts';
import { type OpenDiskStore, openDiskStore, temporaryDataFolder } from '../../../support/disk-store.ts';
import { recordingThreadFor } from '../../../support/recording-thread.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
/** So many at once go on record in the thread. */
const MANY = 5_000;

const textOf = (number: number) => Buffer.from(`text ${number}`);

describe('objects put on record in a thread', () => {
  let folder: ReturnType<typeof temporaryDataFolder>;
  let opened: OpenDiskStore;
  let library: LibraryObjects;

  async function open(options: Partial<DiskObjectStoreOptions> = {}): Promise<void> {
    opened = await openDiskStore(folder.path, {
      recordingThread: recordingThreadFor(folder.path),
      ...options,
    });
    library = opened.store.library(LIBRARY);
  }

  beforeEach(async () => {
    folder = temporaryDataFolder();
    await open();
  });

  afterEach(async () => {
    await opened.abandon();
    folder.remove();
  });

  async function writeMany(from = 0): Promise<void> {
    for (let number = from; number < from + MANY; number += 1)
      await library.write('block', objectIdOf(textOf(number)), textOf(number));
  }

  const onRecord = () =>
    opened.db.prepare<[], { count: number }>('SELECT count(*) AS count FROM objects').get()?.count;

  /** Where the thread's code is when that is something else. */
  function codeThat(does: string): URL {
    const path = join(folder.path, 'thread.mjs');
    writeFileSync(path, does);
    return pathToFileURL(path);
  }

  it('are there when a flush is over, and after the store was opened again', async () => {
    await writeMany();
    await library.flush();
    expect(onRecord()).toBe(MANY);
    expect(library.has('block', objectIdOf(textOf(1)))).toBe(true);
    expect(library.has('block', objectIdOf(textOf(MANY)))).toBe(false);
    await opened.close();
    await open();
    for (const number of [0, 1, MANY - 1])
      expect(await library.read('block', objectIdOf(textOf(number)))).toEqual(textOf(number));
    expect([...library.list()]).toHaveLength(MANY);
  });

  it('are not stored again when they come again', async () => {
    await writeMany();
    await library.flush();
    await writeMany(1);
    await library.flush();
    expect(onRecord()).toBe(MANY + 1);
  });

  it('go on record while others write to the database without a pause', async () => {
    await writeMany();
    const flushed = { isDone: false };
    const flushing = library.flush().then(() => {
      flushed.isDone = true;
    });
    opened.db.exec('CREATE TABLE others (number INTEGER) STRICT');
    const insert = opened.db.prepare<[number]>('INSERT INTO others VALUES (?)');
    let written = 0;
    while (!flushed.isDone) {
      insert.run(written);
      written += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    await flushing;
    expect(onRecord()).toBe(MANY);
    expect(opened.db.prepare('SELECT count(*) AS count FROM others').get()).toEqual({ count: written });
  });

  it('can be read, and are listed once, while they are on their way', async () => {
    await writeMany();
    const flushing = library.flush();
    let listed = 0;
    for (const object of library.list()) {
      listed += 1;
      if (listed % 500 !== 0) continue;
      expect((await library.read('block', object.id)).toString()).toMatch(/^text \d+$/);
    }
    expect(listed).toBe(MANY);
    await flushing;
  });

  it('leave their pack to what is written meanwhile', async () => {
    const large = (number: number) => Buffer.alloc(1_000, `text ${number}`);
    const flushes: Promise<void>[] = [];
    for (let number = 0; number < 4 * MANY; number += 1) {
      await library.write('block', objectIdOf(large(number)), large(number));
      if (number % MANY === 0) flushes.push(library.flush());
    }
    await Promise.all([...flushes, library.flush()]);
    expect(onRecord()).toBe(4 * MANY);
    expect(readdirSync(join(folder.path, 'storage', LIBRARY, 'packs'))).toEqual(['000001.pack']);
  });

  it('are put on record without it when they are few, or it is lost', async () => {
    await opened.close();
    const thread = recordingThreadFor(folder.path);
    await open({ recordingThread: { ...thread, code: codeThat('throw new Error("no memory");') } });
    await library.write('block', objectIdOf(textOf(1)), textOf(1));
    await library.flush();
    expect(onRecord()).toBe(1);
    await writeMany();
    await library.flush();
    expect(onRecord()).toBe(MANY);
  });

  it('end all writing when the database refuses them', async () => {
    opened.db.exec(
      `CREATE TRIGGER refuse BEFORE INSERT ON objects WHEN NEW.size_bytes = 9
       BEGIN SELECT RAISE(ABORT, 'refused'); END`,
    );
    await writeMany();
    await expect(library.flush()).rejects.toMatchObject({ code: 'library-read-only' });
    await expect(library.write('block', objectIdOf('more'), Buffer.from('more'))).rejects.toMatchObject({
      code: 'library-read-only',
    });
  });

  it('wait for room when there is none for the database, and go on record once there is', async () => {
    await opened.close();
    const thread = recordingThreadFor(folder.path);
    // Says at first what SQLite says when the disk is full, and ends when it is asked again.
    const code = codeThat(
      `import { parentPort } from 'node:worker_threads';
       const failure = { code: 'SQLITE_FULL', message: 'database or disk is full' };
       parentPort.once('message', ({ number }) => {
         parentPort.once('message', () => process.exit());
         parentPort.postMessage({ number, failure });
       });`,
    );
    await open({ recordingThread: { ...thread, code } });
    await writeMany();
    await expect(library.flush()).rejects.toMatchObject({ code: 'disk-full' });
    expect(onRecord()).toBe(0);
    expect(await library.read('block', objectIdOf(textOf(1)))).toEqual(textOf(1));
    await library.flush();
    expect(onRecord()).toBe(MANY);
  });

  it('leave nothing behind when the library is removed meanwhile', async () => {
    await writeMany();
    const flushing = library.flush().then(
      () => 'flushed',
      () => 'refused',
    );
    await opened.store.removeLibrary(LIBRARY);
    expect(['flushed', 'refused']).toContain(await flushing);
    expect(onRecord()).toBe(0);
  });
});
