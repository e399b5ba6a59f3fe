import { beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { type Tables, tablesOf } from '../../../../src-main/store/sqlite/tables.ts';
import type { ApiTokenKind } from '../../../../src-main/store/sqlite/tokens.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { addUserRecord } from '../../../support/stored-user.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const OTHER = '22222222-2222-4222-8222-222222222222' as LibraryId;
const NOWHERE = { platform: '', deviceId: '', deviceName: '', clientVersion: '', platformVersion: '' };
const hash = (letter: string) => Buffer.alloc(32, letter);

let db: ReturnType<typeof memoryDatabase>;
let tables: Tables;
let anna: number;
let bert: number;

beforeEach(() => {
  db = memoryDatabase();
  tables = tablesOf(db);
  anna = addUserRecord(db, 'anna@example.com');
  bert = addUserRecord(db, 'bert@example.com');
});

const setUser = (sql: string) => db.prepare(`UPDATE users SET ${sql} WHERE user_key = ?`).run(anna);

describe('API tokens', () => {
  const insert = (
    letter: string,
    kind: ApiTokenKind = 'session',
    nowSeconds = 1,
    openedBy: Buffer | null = null,
  ) =>
    tables.apiTokens.insert({ hash: hash(letter), userKey: anna, kind, generation: 0, nowSeconds, openedBy });
  const isRevoked = (letter: string) => tables.apiTokens.find(hash(letter))?.isRevoked ?? null;

  it('are found by their hash, with whom they speak for as that is now', () => {
    insert('a');
    setUser('is_admin = 1, is_active = 0');
    expect(tables.apiTokens.find(hash('a'))).toEqual({
      ...{ kind: 'session', platform: '', deviceId: '', createdAtSeconds: 1, lastUsedAtSeconds: 1 },
      ...{ isRevoked: false, isOpened: false, isWiped: false },
      user: { key: anna, email: 'anna@example.com', isAdmin: true, isActive: false },
    });
    expect(tables.apiTokens.find(hash('b'))).toBe(null);
  });

  it('stay on record without a user, so that their holder is told why', () => {
    insert('a');
    tables.users.remove(anna);
    expect(tables.apiTokens.find(hash('a'))).toMatchObject({ user: null, isRevoked: true });
  });

  it('end with the password, but for local ones', () => {
    insert('a', 'session');
    insert('l', 'local');
    setUser('token_generation = 1');
    expect([isRevoked('a'), isRevoked('l')]).toEqual([true, false]);
  });

  it('end with the token that opened them, whether that is revoked or gone', () => {
    insert('a');
    insert('b', 'session', 1, hash('a'));
    insert('c', 'session', 1, hash('x'));
    expect([isRevoked('b'), isRevoked('c')]).toEqual([false, true]);
    expect(tables.apiTokens.find(hash('b'))?.isOpened).toBe(true);
    tables.apiTokens.revoke(hash('a'), 5);
    expect(isRevoked('b')).toBe(true);
    tables.apiTokens.remove(hash('a'));
    expect(isRevoked('b')).toBe(true);
  });

  it('that are derived have one place for each device, which remembers that it was revoked until it is filled again', () => {
    const device = { ...NOWHERE, platform: 'linux', deviceId: 'd', deviceName: 'desk' };
    const token = { userKey: anna, kind: 'device', generation: 0 } as const;
    const slot = () => tables.apiTokens.findSlot(anna, 'linux', 'd');
    expect(slot()).toBe(null);
    tables.apiTokens.fillSlot({ ...token, hash: hash('a'), nowSeconds: 10 }, 0, device);
    tables.apiTokens.revoke(hash('a'), 20);
    expect(slot()).toEqual({ generation: 0, revision: 0, isRevoked: true, lastUsedAtSeconds: 10 });
    tables.apiTokens.fillSlot({ ...token, hash: hash('b'), nowSeconds: 30 }, 1, device);
    expect(slot()).toEqual({ generation: 0, revision: 1, isRevoked: false, lastUsedAtSeconds: 30 });
    expect([isRevoked('a'), isRevoked('b')]).toEqual([null, false]);
    tables.apiTokens.fillSlot({ ...token, hash: hash('b'), nowSeconds: 40 }, 1, device);
    expect(tables.apiTokens.find(hash('b'))).toMatchObject({ createdAtSeconds: 30, lastUsedAtSeconds: 40 });
  });

  it('of one user and kind are kept in a number: the new one, and the ones used last', () => {
    for (const [at, letter] of ['a', 'b', 'c', 'n'].entries()) insert(letter, 'session', at);
    insert('l', 'local', 0);
    tables.apiTokens.recordUse(hash('a'), 50);
    tables.apiTokens.recordUse(hash('n'), 0);
    const kept = { hash: hash('n'), userKey: anna, kind: 'session', generation: 0, nowSeconds: 3 } as const;
    tables.apiTokens.keepLastUsed(kept, 2);
    expect(['a', 'b', 'c', 'n', 'l'].filter((letter) => isRevoked(letter) !== null)).toEqual(['a', 'n', 'l']);
    tables.apiTokens.removeAllOfKind('session');
    expect(['a', 'n', 'l'].filter((letter) => isRevoked(letter) !== null)).toEqual(['l']);
  });
});

describe('sync tokens', () => {
  const insert = (letter: string, userKey = anna, libraryId = LIBRARY, nowSeconds = 1) =>
    tables.syncTokenTable.insert({ hash: hash(letter), libraryId, userKey }, nowSeconds);
  const use = (letter: string, deviceId: string, nowSeconds = 5) =>
    tables.syncTokenTable.recordUse(
      hash(letter),
      { deviceId, deviceName: 'desk', address: '::1' },
      nowSeconds,
    );
  const left = () =>
    ['a', 'b', 'c', 'd'].filter((letter) => tables.syncTokenTable.find(hash(letter)) !== null).join('');

  it('say who syncs which library, and on which device since that has told', () => {
    insert('a');
    const whose = { libraryId: LIBRARY, userKey: anna, email: 'anna@example.com', isAdmin: false };
    const unused = { ...whose, deviceId: '', deviceName: '', address: '', lastUsedAtSeconds: 1 };
    expect(tables.syncTokenTable.find(hash('a'))).toEqual(unused);
    use('a', 'd1');
    expect(tables.syncTokenTable.find(hash('a'))).toEqual({
      ...{ ...whose, deviceId: 'd1', deviceName: 'desk', address: '::1', lastUsedAtSeconds: 5 },
    });
  });

  it('are none while their user is inactive, end with the password, and go with the user', () => {
    insert('a');
    setUser('is_active = 0');
    expect(left()).toBe('');
    setUser('is_active = 1');
    expect(left()).toBe('a');
    setUser('token_generation = 1');
    expect(left()).toBe('');
    insert('b');
    expect(left()).toBe('b');
    tables.users.remove(anna);
    expect(db.prepare('SELECT count(*) FROM sync_tokens').pluck().get()).toBe(0);
  });

  it('are removed by library, by user and by device', () => {
    const fill = () => {
      db.exec('DELETE FROM sync_tokens');
      insert('a');
      insert('b', anna, OTHER);
      insert('c', bert);
      insert('d');
      for (const letter of ['a', 'b', 'c']) use(letter, 'd1');
    };
    const leftAfter = (remove: () => void) => {
      fill();
      remove();
      return left();
    };
    const table = tables.syncTokenTable;
    expect(leftAfter(() => table.removeOfLibrary(LIBRARY))).toBe('b');
    expect(leftAfter(() => table.removeOfUser(LIBRARY, anna))).toBe('bc');
    expect(leftAfter(() => table.removeOfDevice(anna, 'd1'))).toBe('cd');
    expect(leftAfter(() => table.removeOfDeviceIn(LIBRARY, anna, 'd1'))).toBe('bcd');
  });

  it('name their holders once, and count devices that have told who they are', () => {
    insert('a');
    insert('b');
    insert('c', bert);
    insert('d', bert, OTHER);
    const ofAnna = { libraryId: LIBRARY, userKey: anna, email: 'anna@example.com' };
    const ofBert = { libraryId: LIBRARY, userKey: bert, email: 'bert@example.com' };
    const byUser = (holders: readonly { userKey: number }[]) =>
      holders.toSorted((one, other) => one.userKey - other.userKey);
    expect(byUser(tables.syncTokenTable.holdersOf(LIBRARY))).toEqual([ofAnna, ofBert]);
    expect(tables.syncTokenTable.heldBy('anna@example.com')).toEqual([ofAnna]);
    expect(tables.syncTokenTable.countDevices(LIBRARY)).toBe(0);
    for (const letter of ['a', 'b']) use(letter, 'd1');
    use('c', 'd2');
    expect(tables.syncTokenTable.countDevices(LIBRARY)).toBe(2);
  });

  it('of one user and library are kept in a number: the new one, and the ones used last', () => {
    insert('a');
    insert('b');
    insert('c', anna, LIBRARY, 0);
    insert('d', anna, OTHER, 0);
    use('b', 'd1', 9);
    tables.syncTokenTable.keepLastUsed({ hash: hash('c'), libraryId: LIBRARY, userKey: anna }, 2);
    expect(left()).toBe('bcd');
  });
});
