import { beforeEach, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { createLibraryTokenTable } from '../../../../src-main/store/sqlite/library-tokens.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { addLibraryRecord } from '../../../support/stored-library.ts';
import { addUserRecord } from '../../../support/stored-user.ts';

const ANNA = 'anna@example.com';
const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const OTHER = '22222222-2222-4222-8222-222222222222' as LibraryId;
const hash = (letter: string) => Buffer.alloc(32, letter);

let db: ReturnType<typeof memoryDatabase>;
let table: ReturnType<typeof createLibraryTokenTable>;

beforeEach(() => {
  db = memoryDatabase();
  addUserRecord(db, ANNA);
  for (const id of [LIBRARY, OTHER]) addLibraryRecord(db, id);
  table = createLibraryTokenTable(db);
});

function put(letter: string, appName: string, nowSeconds = 1, libraryId = LIBRARY): void {
  const whose = { libraryId, email: ANNA, permission: 'r' } as const;
  table.put({ ...whose, hash: hash(letter), seed: `seed ${letter}`, appName, nowSeconds });
}

const count = () => db.prepare('SELECT count(*) FROM library_tokens').pluck().get();

it('a token is found by its hash, and listed with its library, the newest first', () => {
  put('a', 'wiki', 10);
  put('b', 'scan', 20);
  put('c', 'scan', 20, OTHER);
  expect(table.find(hash('a'))).toMatchObject({ libraryId: LIBRARY, email: ANNA, permission: 'r' });
  expect(table.find(hash('x'))).toBe(null);
  expect(table.ofLibrary(LIBRARY).map(({ appName, madeAtSeconds }) => [appName, madeAtSeconds])).toEqual([
    ['scan', 20],
    ['wiki', 10],
  ]);
  expect(table.named(OTHER, 'scan')?.seed).toBe('seed c');
  expect(table.named(OTHER, 'wiki')).toBe(null);
});

it('a name stands for one token of a library; a new one takes the place of the old', () => {
  put('a', 'wiki');
  put('b', 'wiki');
  expect([table.find(hash('a')), table.find(hash('b'))?.permission, count()]).toEqual([null, 'r', 1]);
  table.setPermission(LIBRARY, 'wiki', 'rw');
  expect(table.find(hash('b'))?.permission).toBe('rw');
  table.remove(OTHER, 'wiki');
  expect(count()).toBe(1);
  table.remove(LIBRARY, 'wiki');
  expect(count()).toBe(0);
});

it('it ends while its user is inactive, and for good when the password changes', () => {
  put('a', 'wiki');
  db.prepare('UPDATE users SET is_active = 0').run();
  expect([table.find(hash('a')), table.ofLibrary(LIBRARY), table.named(LIBRARY, 'wiki')]).toEqual([
    null,
    [],
    null,
  ]);
  db.prepare('UPDATE users SET is_active = 1').run();
  expect(table.find(hash('a'))).not.toBe(null);
  db.prepare('UPDATE users SET token_generation = token_generation + 1').run();
  expect(table.find(hash('a'))).toBe(null);
});

it.each([
  ['its library', 'DELETE FROM libraries'],
  ['who made it', 'DELETE FROM users'],
])('it goes with %s', (_whom, removed) => {
  put('a', 'wiki');
  db.exec(removed);
  expect(count()).toBe(0);
});
