import BetterSqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../../src-main/core/library/library-id.ts';
import { migrate } from '../../../../../src-main/store/sqlite/migrate.ts';
import { MIGRATIONS } from '../../../../../src-main/store/sqlite/migrations/list.ts';
import { createObjectIndex } from '../../../../../src-main/store/sqlite/object-index.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const ID = 'ab'.repeat(20);

it('objects on record are what they were, without date and hash', () => {
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
