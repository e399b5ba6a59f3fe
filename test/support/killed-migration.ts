import BetterSqlite from 'better-sqlite3';
import { migrate } from '../../src-main/store/sqlite/migrate.ts';
import { MIGRATIONS } from '../../src-main/store/sqlite/migrations/list.ts';

// Brings the database at the path up to date as the application does, and dies in the middle of the step with the given
// number: after its statements, before they are committed. Entry of a process of its own.
const [path = '', killAt = ''] = process.argv.slice(2);
const db = new BetterSqlite(path);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
migrate(
  db,
  MIGRATIONS.map((step) => ({
    ...step,
    up(target) {
      step.up(target);
      if (step.version === Number(killAt)) process.kill(process.pid, 'SIGKILL');
    },
  })),
);
db.close();
