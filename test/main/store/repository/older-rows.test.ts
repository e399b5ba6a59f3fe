import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import type { LibraryObjects } from '../../../../src-main/store/objects/object-store.ts';
import { migrate } from '../../../../src-main/store/sqlite/migrate.ts';
import { MIGRATIONS } from '../../../../src-main/store/sqlite/migrations/list.ts';
import { createObjectIndex } from '../../../../src-main/store/sqlite/object-index.ts';
import { type OpenDiskStore, openDiskStore, temporaryDataFolder } from '../../../support/disk-store.ts';
import { fakeClock } from '../../../support/fake-clock.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const ID = 'ab'.repeat(20);

describe('rows of objects from before dates and second hashes', () => {
  it('are what they were after the step of the schema, without date and hash', () => {
    const db = new BetterSqlite(':memory:');
    migrate(
      db,
      MIGRATIONS.filter((step) => step.version < 5),
    );
    db.exec(`
      INSERT INTO object_stores (store_key, library_id) VALUES (7, '${LIBRARY}');
      INSERT INTO objects VALUES (7, 1, x'${ID}', 0, 0, 5000000, 0, 5000000);
      INSERT INTO objects VALUES (7, 2, x'${ID}', 3, 48, 100, 1, 900);
      INSERT INTO object_packs VALUES (7, 3, 188);
    `);
    migrate(db, MIGRATIONS);
    const index = createObjectIndex(db);
    expect([...index.listAll(7)]).toEqual([
      {
        ...{ kind: 'block', id: ID, pack: 0, offset: 0, storedBytes: 5_000_000, encoding: 'raw' },
        ...{ sizeBytes: 5_000_000, storedAtSeconds: 0, sha256: null },
      },
      {
        ...{ kind: 'fs', id: ID, pack: 3, offset: 48, storedBytes: 100, encoding: 'zlib' },
        ...{ sizeBytes: 900, storedAtSeconds: 0, sha256: null },
      },
    ]);
    expect(index.lastPack(7)).toEqual({ pack: 3, endOffset: 188 });
    expect(index.damaged.hasAny(7)).toBe(false);
    db.close();
  });

  describe('in the store', () => {
    let folder: ReturnType<typeof temporaryDataFolder>;
    let opened: OpenDiskStore;
    let library: LibraryObjects;

    beforeEach(async () => {
      folder = temporaryDataFolder();
      opened = await openDiskStore(folder.path, { nowSeconds: fakeClock().nowSeconds });
      library = opened.store.library(LIBRARY);
      await library.write('block', objectIdOf('old'), Buffer.from('old'));
      await library.write('fs', objectIdOf('old'), Buffer.from('old'));
      await library.flush();
      opened.db.exec('UPDATE objects SET sha256 = NULL, stored_at_s = 0');
    });

    afterEach(async () => {
      await opened.close();
      folder.remove();
    });

    const rows = () =>
      opened.db
        .prepare<[], { kind: number; hash: string | null; stored_at_s: number }>(
          'SELECT kind, lower(hex(sha256)) AS hash, stored_at_s FROM objects ORDER BY kind',
        )
        .all();
    const pack = () => join(folder.path, 'storage', LIBRARY, 'packs/000001.pack');
    const now = fakeClock().nowSeconds();

    it('get date and hash when the object is written again', async () => {
      await library.write('block', objectIdOf('old'), Buffer.from('old'));
      await library.write('fs', objectIdOf('old'), Buffer.from('old'));
      await library.flush();
      expect(rows()).toEqual([
        // printf old | sha256sum
        {
          kind: 1,
          hash: 'cba06b5736faf67e54b07b561eae94395e774c517a7d910a54369e1263ccfbd4',
          stored_at_s: now,
        },
        { kind: 2, hash: '', stored_at_s: now },
      ]);
    });

    it('stay as they are while nobody writes the object', async () => {
      await library.read('block', objectIdOf('old'));
      await library.flush();
      expect(rows().map((row) => row.stored_at_s)).toEqual([0, 0]);
    });

    it('are compared by content, so that other content with the id is refused', async () => {
      await opened.close();
      const idOf = () => objectIdOf('old');
      opened = await openDiskStore(folder.path, { idOf });
      library = opened.store.library(LIBRARY);
      const writing = library.write('block', objectIdOf('old'), Buffer.from('new'));
      await expect(writing).rejects.toMatchObject({ code: 'object-collision' });
      expect((await library.read('block', objectIdOf('old'))).toString()).toBe('old');
    });

    it('of damaged blocks give way to a good write', async () => {
      truncateSync(pack(), 60);
      await library.write('block', objectIdOf('old'), Buffer.from('old'));
      await library.flush();
      expect((await library.read('block', objectIdOf('old'))).toString()).toBe('old');
      expect([...library.damaged()]).toEqual([]);
    });

    it('keep the object from being removed while it is compared', async () => {
      const object = { kind: 'block', id: objectIdOf('old') } as const;
      const writing = library.write('block', object.id, Buffer.from('old'));
      const removing = library.remove([object], { lastReferencedBeforeSeconds: now });
      expect(await removing).toEqual({ removed: 0, bytes: 0 });
      await writing;
      await library.flush();
      expect(await library.remove([object], { lastReferencedBeforeSeconds: now })).toMatchObject({
        removed: 0,
      });
      expect((await library.read('block', object.id)).toString()).toBe('old');
    });
  });
});
