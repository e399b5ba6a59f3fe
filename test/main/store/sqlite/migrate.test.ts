import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../../../src-main/store/sqlite/migrate.ts';
import { MIGRATIONS } from '../../../../src-main/store/sqlite/migrations/list.ts';
import { openDatabase } from '../../../../src-main/store/sqlite/open.ts';
import { temporaryDataFolder } from '../../../support/disk-store.ts';
import { KILLED_ITSELF } from '../../../support/process-ends.ts';

const CHILD = join(import.meta.dirname, '../../../support/killed-migration.ts');
/** The schema that was in use before the steps whose deaths are tried. */
const OLD = 4;

let folder: ReturnType<typeof temporaryDataFolder>;
let path: string;

beforeEach(() => {
  folder = temporaryDataFolder();
  path = join(folder.path, 'keepfold.db');
});
afterEach(() => folder.remove());

function addOldDatabase(): void {
  const db = new BetterSqlite(path);
  db.pragma('journal_mode = WAL');
  migrate(db, MIGRATIONS.slice(0, OLD));
  db.exec(`INSERT INTO object_stores (library_id) VALUES ('one');
    INSERT INTO default_libraries VALUES ('anna@example.com', 'one');
    INSERT INTO libraries (id, name, description, owner_email, head_id, root_id, head_seq, size_bytes, file_count,
      updated_at_s, modifier_email, created_at_s) VALUES ('one', 'Papers', '', 'anna@example.com', 'h', 'r', 1, 2, 3, 4, '', 5)`);
  db.close();
}

/** What the old database held, and the version that it has now. */
function stateOf(file: string) {
  const db = new BetterSqlite(file, { readonly: true });
  try {
    return {
      version: db.pragma('user_version', { simple: true }),
      sound: db.pragma('integrity_check', { simple: true }),
      name: db.prepare('SELECT name FROM libraries').pluck().get(),
      owner: db.prepare('SELECT owner_email FROM default_libraries').pluck().get(),
    };
  } finally {
    db.close();
  }
}

const HELD = { sound: 'ok', name: 'Papers', owner: 'anna@example.com' };

async function killedAt(version: number): Promise<void> {
  const child = spawn(process.execPath, [CHILD, path, String(version)], { stdio: 'ignore' });
  expect(await once(child, 'exit', { signal: AbortSignal.timeout(20_000) })).toEqual(KILLED_ITSELF);
}

describe('a migration that is killed', { timeout: 40_000 }, () => {
  it.each(MIGRATIONS.slice(OLD).map(({ version, name }) => [version, name]))(
    'in step %i (%s) leaves the step before, a backup, and a database that the next start brings up to date',
    async (version) => {
      addOldDatabase();
      await killedAt(Number(version));
      expect(stateOf(path)).toEqual({ ...HELD, version: Number(version) - 1 });
      expect(stateOf(`${path}.v${OLD}.backup`)).toEqual({ ...HELD, version: OLD });
      openDatabase(path).close();
      expect(stateOf(path)).toEqual({ ...HELD, version: MIGRATIONS.length });
    },
  );

  it('in its first step of all leaves an empty database, from which the next start begins', async () => {
    new BetterSqlite(path).close();
    await killedAt(1);
    openDatabase(path).close();
    const db = new BetterSqlite(path, { readonly: true });
    expect(db.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length);
    db.close();
  });

  it('while it makes the backup leaves an unfinished one, which is made again', () => {
    addOldDatabase();
    copyFileSync(path, `${path}.v${OLD}.backup.unfinished`);
    openDatabase(path).close();
    expect(stateOf(`${path}.v${OLD}.backup`)).toEqual({ ...HELD, version: OLD });
    expect(readdirSync(folder.path).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  });
});

describe('a database of a newer program', () => {
  it('is refused without a byte of it, or of the log that a crash left, being written', () => {
    addOldDatabase();
    const newer = new BetterSqlite(path);
    newer.pragma('wal_autocheckpoint = 0');
    newer.pragma('user_version = 999');
    const crashed = join(folder.path, 'crashed.db');
    for (const suffix of ['', '-wal']) copyFileSync(path + suffix, crashed + suffix);
    newer.close();
    const before = ['', '-wal'].map((suffix) => readFileSync(crashed + suffix));
    expect(before[1]?.length).toBeGreaterThan(0);
    expect(() => openDatabase(crashed)).toThrow('schema version 999');
    expect(['', '-wal'].map((suffix) => readFileSync(crashed + suffix))).toEqual(before);
    expect(existsSync(`${crashed}.v999.backup`)).toBe(false);
  });
});
