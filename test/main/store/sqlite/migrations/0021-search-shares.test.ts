import BetterSqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate } from '../../../../../src-main/store/sqlite/migrate.ts';
import { MIGRATIONS } from '../../../../../src-main/store/sqlite/migrations/list.ts';

it('an index that is there already is counted, library by library', () => {
  const db = new BetterSqlite(':memory:');
  migrate(db, MIGRATIONS.slice(0, 20));
  db.exec(`
    INSERT INTO search_libraries (search_key, library_id, seq, root_id, step, item_count)
      VALUES (1, 'one', 2, 'r', 0, 1), (2, 'two', 1, 'r', 0, 0);
    INSERT INTO search_items (search_key, folder_key, name, is_dir, state, seq)
      VALUES (1, 1, 'a', 0, 0, 1), (1, 1, 'b', 0, 2, 1);`);
  migrate(db, MIGRATIONS.slice(0, 21));
  expect(db.prepare('SELECT library_id, row_count, left_out FROM search_libraries').raw().all()).toEqual([
    ['one', 2, 0],
    ['two', 0, 0],
  ]);
  db.close();
});
