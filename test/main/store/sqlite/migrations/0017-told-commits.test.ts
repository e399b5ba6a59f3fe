import BetterSqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate } from '../../../../../src-main/store/sqlite/migrate.ts';
import { MIGRATIONS } from '../../../../../src-main/store/sqlite/migrations/list.ts';

it('what clients could push before has times that calendars have, and texts that end', () => {
  const db = new BetterSqlite(':memory:');
  migrate(db, MIGRATIONS.slice(0, 16));
  db.exec(`INSERT INTO libraries (library_key, id, name, description, owner_email, head_id, root_id, head_seq, size_bytes,
      file_count, updated_at_s, modifier_email, created_at_s)
    VALUES (1, 'one', 'Papers', '', 'anna@example.com', 'h', 'r', 2, 2, 3, 9007199254740991, '', 5)`);
  const commit =
    db.prepare(`INSERT INTO commits (library_key, seq, id, root_id, author_email, creator, description, ctime_s,
      device_name, client_version, is_merge, has_conflict, added, modified, removed, renamed)
    VALUES (1, ?, ?, 'r', '', '', ?, ?, ?, null, 0, 0, 0, 0, 0, 0)`);
  commit.run(1, 'a', 'Added "a"', 12, null);
  commit.run(2, 'b', `a${'€'.repeat(2_000)}`, 9_007_199_254_740_991, 'ä'.repeat(200));
  migrate(db, MIGRATIONS.slice(0, 17));
  expect(
    db.prepare('SELECT description, ctime_s, device_name FROM commits ORDER BY seq').raw().all(),
  ).toEqual([
    ['Added "a"', 12, null],
    [`a${'€'.repeat(1_365)}`, 253_402_300_799, 'ä'.repeat(127)],
  ]);
  expect(db.prepare('SELECT updated_at_s, created_at_s FROM libraries').raw().all()).toEqual([
    [253_402_300_799, 5],
  ]);
  db.close();
});
