import { copyFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { createObjectIndex } from '../../../../src-main/store/sqlite/object-index.ts';
import { type Database, openDatabase } from '../../../../src-main/store/sqlite/open.ts';
import {
  filesBesideDatabase,
  foldInJournal,
  snapshotBytes,
  takeSnapshot,
} from '../../../../src-main/store/sqlite/snapshot.ts';
import { temporaryDataFolder } from '../../../support/disk-store.ts';
import { expectRights } from '../../../support/file-modes.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;

let folder: ReturnType<typeof temporaryDataFolder>;
let db: Database;
let path: string;

beforeEach(() => {
  folder = temporaryDataFolder();
  db = openDatabase(join(folder.path, 'keepfold.db'));
  path = join(folder.path, 'copy.db');
});

afterEach(() => {
  db.close();
  folder.remove();
});

describe('a snapshot', () => {
  it('is one file of its own, which tells where objects lay at that moment', async () => {
    const storeKey = createObjectIndex(db).storeKey(LIBRARY);
    const snapshot = await takeSnapshot(db, path);
    db.exec('DELETE FROM object_stores');
    expect(snapshot.index.findStore(LIBRARY)).toBe(storeKey);
    const names = () => readdirSync(folder.path).filter((name) => name.startsWith('copy.db'));
    expect(names()).toEqual(['copy.db']);
    snapshot.close();
    expect(names()).toEqual(['copy.db']);
    expectRights(path, 0o600);
    const copy = new BetterSqlite(path, { readonly: true });
    expect(copy.prepare('SELECT library_id FROM object_stores').pluck().all()).toEqual([LIBRARY]);
    copy.close();
  });

  it('takes the bytes that are told beforehand', async () => {
    const bytes = snapshotBytes(db);
    (await takeSnapshot(db, path)).close();
    const copy = new BetterSqlite(path, { readonly: true });
    expect(snapshotBytes(copy)).toBe(bytes);
    copy.close();
  });

  it('replaces nothing', async () => {
    writeFileSync(path, 'precious');
    await expect(takeSnapshot(db, path)).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it('ends when it is asked to', async () => {
    await expect(takeSnapshot(db, path, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  });
});

describe('what a killed process has left beside a database', () => {
  /** As a power cut leaves it: the changes are in the log alone. */
  function killed(): void {
    db.pragma('wal_checkpoint(TRUNCATE)');
    createObjectIndex(db).storeKey(LIBRARY);
    copyFileSync(join(folder.path, 'keepfold.db'), path);
    copyFileSync(join(folder.path, 'keepfold.db-wal'), `${path}-wal`);
  }

  it('is moved into it', () => {
    killed();
    expect(foldInJournal(path)).toBe(true);
    expect(filesBesideDatabase(path).filter((name) => existsSync(name))).toEqual([]);
    const copy = new BetterSqlite(path, { readonly: true });
    expect(copy.prepare('SELECT library_id FROM object_stores').pluck().all()).toEqual([LIBRARY]);
    copy.close();
  });

  it('is no work where there is nothing, and left alone beside a damaged database', () => {
    expect(foldInJournal(path)).toBe(true);
    killed();
    writeFileSync(path, 'x'.repeat(10_000));
    expect(foldInJournal(path)).toBe(false);
  });
});
