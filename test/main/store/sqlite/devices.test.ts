import { beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { type Tables, tablesOf } from '../../../../src-main/store/sqlite/tables.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { addLibraryRecord } from '../../../support/stored-library.ts';
import { addUserRecord } from '../../../support/stored-user.ts';

const ANNA = 'anna@example.com';
const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;

let db: ReturnType<typeof memoryDatabase>;
let tables: Tables;
let anna: number;

beforeEach(() => {
  db = memoryDatabase();
  tables = tablesOf(db);
  anna = addUserRecord(db, ANNA);
  addLibraryRecord(db, LIBRARY);
});

const hash = (letter: string) => Buffer.alloc(32, letter);

function signIn(deviceId: string, nowSeconds: number): void {
  const token = { hash: hash(deviceId), userKey: anna, kind: 'device', generation: 0, nowSeconds } as const;
  const device = {
    platform: 'linux',
    deviceId,
    deviceName: `of ${deviceId}`,
    clientVersion: '9',
    platformVersion: '',
  };
  tables.apiTokens.fillSlot(token, 0, device);
}

function sync(letter: string, deviceId: string, nowSeconds: number): void {
  tables.syncTokenTable.insert({ hash: hash(letter), libraryId: LIBRARY, userKey: anna }, 1);
  const device = { deviceId, deviceName: `of ${deviceId}`, address: `10.0.0.${nowSeconds}` };
  tables.syncTokenTable.recordUse(hash(letter), device, nowSeconds);
}

const raiseGeneration = () => db.prepare('UPDATE users SET token_generation = token_generation + 1').run();

describe('devices that are signed in', () => {
  it('are listed by their last use, with what they said about themselves', () => {
    signIn('a', 10);
    signIn('b', 20);
    tables.apiTokens.recordUse(hash('a'), 30);
    expect(tables.deviceTable.ofUser(ANNA)).toMatchObject([
      {
        ...{ key: '61'.repeat(32), platform: 'linux', deviceId: 'a', deviceName: 'of a', clientVersion: '9' },
        ...{ platformVersion: '', lastUsedAtSeconds: 30, wipeOrderedAtSeconds: null },
      },
      { deviceId: 'b' },
    ]);
    expect(tables.deviceTable.ofUser('bert@example.com')).toEqual([]);
  });

  it('are no more when they were ended, or when the password has changed since', () => {
    signIn('a', 10);
    signIn('b', 20);
    tables.deviceTable.end(anna, { platform: 'linux', deviceId: 'a' }, { nowSeconds: 40, isWiped: false });
    expect(tables.deviceTable.ofUser(ANNA).map(({ deviceId }) => deviceId)).toEqual(['b']);
    raiseGeneration();
    expect(tables.deviceTable.ofUser(ANNA)).toEqual([]);
  });

  it('stay listed while they are to remove what they hold, whatever comes after', () => {
    signIn('a', 10);
    const device = { platform: 'linux', deviceId: 'a' };
    tables.deviceTable.end(anna, device, { nowSeconds: 40, isWiped: true });
    tables.deviceTable.end(anna, device, { nowSeconds: 50, isWiped: false });
    raiseGeneration();
    expect(tables.deviceTable.ofUser(ANNA)).toMatchObject([{ deviceId: 'a', wipeOrderedAtSeconds: 40 }]);
    expect(tables.apiTokens.find(hash('a'))).toMatchObject({ isRevoked: true, isWiped: true });
  });
});

describe('libraries that devices sync', () => {
  it('are listed once for each device, by the token that it used last', () => {
    sync('x', 'a', 10);
    sync('y', 'a', 30);
    sync('z', 'b', 20);
    tables.syncTokenTable.insert({ hash: hash('n'), libraryId: LIBRARY, userKey: anna }, 99);
    const of = { libraryId: LIBRARY, libraryName: 'Papers' };
    expect(tables.deviceTable.librariesOf(ANNA)).toEqual([
      { ...of, deviceId: 'a', deviceName: 'of a', address: '10.0.0.30', lastUsedAtSeconds: 30 },
      { ...of, deviceId: 'b', deviceName: 'of b', address: '10.0.0.20', lastUsedAtSeconds: 20 },
    ]);
  });

  it('are not listed once they are deleted, or once the tokens have ended', () => {
    sync('x', 'a', 10);
    tables.libraryTable.markDeleted(LIBRARY, 20);
    expect(tables.deviceTable.librariesOf(ANNA)).toEqual([]);
    tables.deletedLibraryTable.restore(LIBRARY);
    expect(tables.deviceTable.librariesOf(ANNA)).toHaveLength(1);
    raiseGeneration();
    expect(tables.deviceTable.librariesOf(ANNA)).toEqual([]);
  });
});
