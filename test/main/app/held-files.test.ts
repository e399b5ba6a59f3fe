import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { dataDirAt, writePrivateFile } from '../../../src-main/app/data-dir.ts';
import { rebuildDatabase } from '../../../src-main/app/rebuild-database.ts';
import { lockDataDir } from '../../../src-main/app/store.ts';
import { createPartialFiles } from '../../../src-main/store/partial-files.ts';
import { takeInstanceLock } from '../../../src-main/store/sqlite/instance-lock.ts';
import { migrate } from '../../../src-main/store/sqlite/migrate.ts';
import { removeDatabase } from '../../../src-main/store/sqlite/recovery.ts';
import { folderWithHeldFiles } from '../../support/held-files.ts';

// As scanners, indexers and backup programs hold what has just been written.
describe('what another program holds in a data folder on Windows', () => {
  it('does not keep the secret, the token or the record from being written', () => {
    const { at, names, holdFor } = folderWithHeldFiles();
    holdFor(300, 'cli-token.new');
    writePrivateFile(at('cli-token'), 'secret', names);
    expect(readFileSync(at('cli-token'), 'utf8')).toBe('secret');
  });

  it('does not keep a start from removing the record of the run before', () => {
    const { path, at, names, holdFor } = folderWithHeldFiles();
    writeFileSync(at('instance.json'), '{}');
    holdFor(300, 'instance.json');
    const lock = lockDataDir(dataDirAt(path), names);
    expect(existsSync(at('instance.json'))).toBe(false);
    lock.release();
  });

  it('refuses the start in words when it is held for longer, and lets go of the folder', () => {
    const { path, at, names, holdFor } = folderWithHeldFiles();
    writeFileSync(at('instance.json'), '{}');
    holdFor(60_000, 'instance.json');
    expect(() => lockDataDir(dataDirAt(path), names)).toThrow(
      `${at('instance.json')} cannot be removed: EBUSY`,
    );
    const lock = takeInstanceLock(at('instance.lock'));
    expect(lock).not.toBeNull();
    lock?.release();
  });

  it('does not end a migration before it has its copy', () => {
    const { at, names, holdFor } = folderWithHeldFiles();
    const db = new BetterSqlite(at('keepfold.db'));
    const step = (version: number) => ({
      version,
      name: `step-${version}`,
      why: 'a test',
      up: () => undefined,
    });
    migrate(db, [step(1)], names);
    holdFor(300, 'keepfold.db.v1.backup.unfinished');
    migrate(db, [step(1), step(2)], names);
    expect(db.pragma('user_version', { simple: true })).toBe(2);
    db.close();
    expect(existsSync(at('keepfold.db.v1.backup'))).toBe(true);
  });

  it('does not keep a recovered database from its place', async () => {
    const { path, at, ops, holdFor } = folderWithHeldFiles();
    writeFileSync(at('keepfold.db'), 'no database');
    writeFileSync(at('secret.key'), 'key');
    holdFor(200, 'keepfold.db');
    holdFor(400, 'secret.key');
    holdFor(600, 'keepfold.db.recovering');
    const { movedTo } = await rebuildDatabase(dataDirAt(path), { isDryRun: false, ops });
    expect(readFileSync(String(movedTo), 'utf8')).toBe('no database');
    expect(existsSync(at('secret.key'))).toBe(false);
    const db = new BetterSqlite(at('keepfold.db'), { readonly: true });
    expect(db.prepare('SELECT count(*) FROM libraries').pluck().get()).toBe(0);
    db.close();
  });

  it('does not keep a database that was being built', () => {
    const { at, names, holdFor } = folderWithHeldFiles();
    for (const suffix of ['', '-wal', '-shm']) writeFileSync(at(`built.db${suffix}`), '');
    holdFor(300, 'built.db-wal');
    removeDatabase(at('built.db'), names);
    expect(['', '-wal', '-shm'].map((suffix) => existsSync(at(`built.db${suffix}`)))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('does not keep the beginning of a file that has come in', async () => {
    const { path, at, ops, holdFor } = folderWithHeldFiles();
    const files = createPartialFiles({ folder: path, accept: async () => undefined, ops });
    await files.write(
      'key',
      0,
      (async function* () {
        yield Buffer.from('ab');
      })(),
    );
    const name = 'part-2c70e12b7a0646f92279f427c7b38e7334d8e5389cff167a1dc30e73f826b683';
    expect(existsSync(at(name))).toBe(true);
    holdFor(300, name);
    await files.remove('key');
    expect(await files.sizeOf('key')).toBe(0);
  });
});
