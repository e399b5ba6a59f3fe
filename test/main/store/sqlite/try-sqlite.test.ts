import { expect, it } from 'vitest';
import { trySqlite } from '../../../../src-main/store/sqlite/try-sqlite.ts';

it('a new database finds a word, and says which SQLite keeps it', () => {
  expect(trySqlite(':memory:')).toMatch(/^3\.\d+\.\d+$/);
});
