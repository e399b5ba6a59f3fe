import { beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../../src-main/store/sqlite/open.ts';
import { createUntilWritten } from '../../../../src-main/store/sqlite/until-written.ts';

describe('what is remembered until something is written', () => {
  let db: Database;
  let reads: number;

  const read = () => {
    reads += 1;
    return reads;
  };

  beforeEach(() => {
    db = openDatabase(':memory:');
    db.exec(`
      CREATE TABLE parents (id INTEGER PRIMARY KEY);
      CREATE TABLE children (parent INTEGER REFERENCES parents (id) ON DELETE CASCADE);
      INSERT INTO parents VALUES (1), (2);
      INSERT INTO children VALUES (1)`);
    reads = 0;
  });

  it('is read once', () => {
    const known = createUntilWritten<number>(db);
    expect([known('a', read), known('a', read), known('b', read), known('a', read)]).toEqual([1, 1, 2, 1]);
  });

  it('is read again after any row of any table was added, changed or removed', () => {
    const known = createUntilWritten<number>(db);
    const seen = [known('a', read)];
    for (const change of [
      'INSERT INTO parents VALUES (3)',
      'UPDATE children SET parent = 2',
      'DELETE FROM parents WHERE id = 2',
      'DELETE FROM parents',
    ]) {
      db.exec(change);
      seen.push(known('a', read), known('a', read));
    }
    expect(seen).toEqual([1, 2, 2, 3, 3, 4, 4, 5, 5]);
  });

  it('is not remembered from inside a transaction, which may be undone', () => {
    const known = createUntilWritten<number>(db);
    db.exec('BEGIN');
    db.exec('INSERT INTO parents VALUES (3)');
    expect([known('a', read), known('a', read)]).toEqual([1, 2]);
    db.exec('ROLLBACK');
    expect([known('a', read), known('a', read)]).toEqual([3, 3]);
  });

  it('is no more than a thousand answers', () => {
    const known = createUntilWritten<number>(db);
    for (let key = 0; key < 1_000; key += 1) known(String(key), read);
    expect(known('999', read)).toBe(1_001);
    expect(known('999', read)).toBe(1_001);
  });
});
