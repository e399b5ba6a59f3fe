import BetterSqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate } from '../../../../../src-main/store/sqlite/migrate.ts';
import { MIGRATIONS } from '../../../../../src-main/store/sqlite/migrations/list.ts';

it('commits of older versions stay as they are, without a summary', () => {
  const db = new BetterSqlite(':memory:');
  const at = MIGRATIONS.findIndex(({ name }) => name === 'commit titles');
  migrate(db, MIGRATIONS.slice(0, at));
  db.exec(`INSERT INTO libraries (library_key, id, name, description, owner_email, head_id, root_id, head_seq, size_bytes,
      file_count, updated_at_s, modifier_email, created_at_s)
    VALUES (1, 'one', 'Papers', '', 'anna@example.com', 'h', 'r', 1, 2, 3, 4, '', 5)`);
  db.exec(`INSERT INTO commits (library_key, seq, id, root_id, author_email, creator, description, ctime_s,
      device_name, client_version, is_merge, has_conflict, added, modified, removed, renamed)
    VALUES (1, 1, 'a', 'r', '', '', 'Added "a"', 12, null, null, 0, 0, 1, 0, 0, 0)`);
  migrate(db, MIGRATIONS.slice(0, at + 1));
  expect(db.prepare('SELECT description, added, summary FROM commits').raw().all()).toEqual([
    ['Added "a"', 1, null],
  ]);
  db.close();
});
