import BetterSqlite from 'better-sqlite3';
import fastify from 'fastify';

// The least that a server can do which reads a row for each request: what a small call is compared with. Says on its
// standard output where it listens, and ends with the process that started it.

const ROWS = 100_000;

const db = new BetterSqlite(':memory:');
db.exec(`CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT NOT NULL, size INTEGER NOT NULL) STRICT;
  INSERT INTO items WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
    SELECT i, 'item ' || i, i * 7 FROM n`);
const find = db.prepare<[number]>('SELECT * FROM items WHERE id = ?');

const app = fastify();
app.get('/hello', async () => find.get(1 + Math.floor(Math.random() * ROWS)));
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
