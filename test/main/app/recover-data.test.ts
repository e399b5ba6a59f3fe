import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { type RecoveryReport, recoverData } from '../../../src-main/app/recover-data.ts';
import { StartError } from '../../../src-main/app/start-error.ts';
import { checkOf } from '../../../src-main/app/store-checks.ts';
import { ADMIN, ANNA } from '../../support/account-services.ts';
import {
  type Acknowledged,
  db,
  expectAllBack,
  killedFolder,
  removeDatabaseOf,
  wal,
} from '../../support/damaged-data.ts';
import { dataFolder, openDataWorld } from '../../support/data-world.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { pushed } from '../../support/pushed-trees.ts';
import { builtTree } from '../../support/sync-device.ts';

const DO_IT = { isDryRun: false, isForced: false };

describe('recovering', { timeout: 120_000 }, () => {
  async function withoutDatabase(): Promise<Acknowledged> {
    const facts = await killedFolder();
    removeDatabaseOf(facts.path);
    return facts;
  }

  it('says in a dry run what would come back, and changes nothing', async () => {
    const { path } = await withoutDatabase();
    const before = readdirSync(path);
    const report = await recoverData(path, { isDryRun: true, isForced: false });
    expect(report).toMatchObject({ database: 'missing', isDone: false, movedTo: null, problems: 0 });
    const named = (libraries: RecoveryReport['libraries']) =>
      libraries.map(({ name, state, commits, headFrom }) => `${name} ${state} ${commits} ${headFrom}`).sort();
    expect(named(report.libraries)).toEqual([
      ...['Deleted deleted 2 journal', 'Letters live 4 journal', 'Photos live 22 journal'],
      'Purged purged 0 null',
    ]);
    const lasting = (names: string[]) =>
      names.filter((name) => !/^(tmp|instance\.lock.*)$/.test(name)).sort();
    expect(lasting(readdirSync(path))).toEqual(lasting(before));
  });

  it('leaves a sound database alone that somebody else keeps locked', async () => {
    const path = dataFolder();
    const world = await openDataWorld(path);
    await world.addLibrary('Papers');
    const states = await world.states();
    await world.store.close();
    const other = new BetterSqlite(db(path));
    other.pragma('locking_mode = EXCLUSIVE');
    other.exec('BEGIN EXCLUSIVE');
    await expect(recoverData(path, DO_IT)).rejects.toThrow('database is locked');
    other.exec('ROLLBACK');
    other.close();
    const again = await openDataWorld(path);
    expect(again.store.tables.users.find(ANNA.email)).toMatchObject({ passwordHash: expect.any(String) });
    expect(await again.states()).toEqual(states);
    await again.store.close();
  });

  it('leaves a sound database alone that the system does not let it open', async () => {
    const path = dataFolder();
    const world = await openDataWorld(path);
    await world.addLibrary('Papers');
    const states = await world.states();
    await world.store.close();
    mkdirSync(wal(path));
    await expect(recoverData(path, DO_IT)).rejects.toThrow('unable to open database file');
    rmdirSync(wal(path));
    const again = await openDataWorld(path);
    expect(again.store.tables.users.find(ANNA.email)).toMatchObject({ passwordHash: expect.any(String) });
    expect(await again.states()).toEqual(states);
    await again.store.close();
  });

  it('hides what garbage collection took, as before', async () => {
    const path = dataFolder();
    // The store dates objects by the clock of the machine; a service that lives later finds them old.
    const world = await openDataWorld(path, fakeClock(Math.floor(Date.now() / 1000) + 3 * 86_400));
    const id = await world.addLibrary('Papers');
    for (const text of ['one', 'two', 'three']) await world.commit(id, await world.put(id, '/a.txt', text));
    world.libraries.setRetention(ANNA, id, 0);
    expect((await world.garbage.collect(ADMIN)).removedObjects).toBe(6);
    await world.commit(id, await world.put(id, '/b.txt', 'later'));
    const states = await world.states();
    await world.store.close();
    rmSync(db(path));
    expect(await recoverData(path, DO_IT)).toMatchObject({ problems: 0 });
    const again = await openDataWorld(path);
    expect(await again.states()).toEqual(states);
    const shown = again.history.page(ANNA, id, { page: 1, perPage: 9 }).commits;
    expect(shown.map(({ seq }) => seq)).toEqual([5, 4]);
    expect(again.store.tables.libraryTable.find(id)).toMatchObject({ fileCount: 2, sizeBytes: 10 });
    expect((await checkOf(again.store)({ full: true })).problems).toEqual([]);
    await again.store.close();
  });

  it('keeps the owner that a library was given last', async () => {
    const path = dataFolder();
    const world = await openDataWorld(path);
    const id = await world.addLibrary('Papers');
    await world.libraries.transfer(ANNA, id, { owner: { kind: 'user', email: ADMIN.email } });
    await world.store.close();
    rmSync(db(path));
    const { libraries, accounts } = await recoverData(path, DO_IT);
    expect(libraries).toMatchObject([{ owner: { kind: 'user', email: ADMIN.email } }]);
    expect(accounts).toEqual([ADMIN.email]);
    const again = await openDataWorld(path);
    expect(again.store.tables.users.find(ADMIN.email)).toMatchObject({
      isAdmin: true,
      passwordHash: expect.any(String),
    });
    await again.store.close();
  });

  it('names who pushed as the author, whoever a commit names', async () => {
    const path = dataFolder();
    const world = await openDataWorld(path);
    const id = await world.addLibrary('Papers');
    const base = world.store.tables.libraryTable.find(id)?.headId;
    await pushed(world, id, builtTree({ 'a.txt': 'x' }, ANNA.email), { authorEmail: ADMIN.email });
    const both = builtTree({ 'a.txt': 'x', 'b.txt': 'y' }, ANNA.email);
    await pushed(world, id, both, { authorEmail: 'eve@example.com', parentId: base ?? null });
    const authors = (of: typeof world) =>
      of.store.tables.historyTable
        .range(id, { from: 9, downTo: 1, limit: 9 })
        .map(({ authorEmail }) => authorEmail);
    const before = authors(world);
    expect(new Set(before)).toEqual(new Set([ANNA.email]));
    await world.store.close();
    rmSync(db(path));
    expect(await recoverData(path, DO_IT)).toMatchObject({ problems: 0, accounts: [ANNA.email] });
    const again = await openDataWorld(path);
    expect(authors(again)).toEqual(before);
    expect((await checkOf(again.store)({ full: true })).problems).toEqual([]);
    await again.store.close();
  });

  it('keeps a sound database unless it is forced', async () => {
    const facts = await killedFolder();
    expect(await recoverData(facts.path, DO_IT)).toMatchObject({
      database: 'sound',
      isDone: false,
      rolledBack: [],
    });
    await expectAllBack(facts);
    const forced = await recoverData(facts.path, { isDryRun: false, isForced: true });
    expect(forced).toMatchObject({ database: 'sound', isDone: true });
    expect(existsSync(forced.movedTo ?? '')).toBe(true);
    await expectAllBack(facts);
  });

  it('moves a damaged database aside with its log, and never removes it', async () => {
    const facts = await killedFolder();
    const log = readFileSync(wal(facts.path));
    writeFileSync(db(facts.path), 'this is no database, whatever its name says');
    const { movedTo, database } = await recoverData(facts.path, DO_IT);
    expect(database).toBe('damaged');
    expect(movedTo).toMatch(/keepfold\.db\.damaged-\d{8}T\d{6}Z$/);
    expect(readFileSync(movedTo ?? '', 'utf8')).toContain('no database');
    expect(readFileSync(`${movedTo}-wal`).equals(log)).toBe(true);
    await expectAllBack(facts);
  });

  it('gives owners accounts without a password, and makes the first administrator as on a first start', async () => {
    const { path } = await withoutDatabase();
    expect((await recoverData(path, DO_IT)).accounts).toEqual([ANNA.email]);
    const world = await openDataWorld(path);
    expect(world.store.tables.users.find(ANNA.email)).toMatchObject({
      passwordHash: null,
      isAdmin: false,
      isActive: true,
    });
    expect(world.store.tables.users.firstAdministrator()?.email).toBe(ADMIN.email);
    await world.store.close();
  });

  it('sets the key of tokens aside, because numbers of users start again', async () => {
    const { path } = await withoutDatabase();
    writeFileSync(join(path, 'secret.key'), Buffer.alloc(32, 1));
    await recoverData(path, DO_IT);
    expect(readdirSync(path).filter((name) => name.startsWith('secret.key'))).toEqual([
      expect.stringMatching(/^secret\.key\.damaged-/),
    ]);
  });

  it('takes the newest commit that no other names as its parent where the journal is gone too', async () => {
    const facts = await withoutDatabase();
    rmSync(join(facts.path, 'heads.journal'));
    const report = await recoverData(facts.path, DO_IT);
    expect(report.libraries.map(({ headFrom }) => headFrom)).not.toContain('journal');
    const world = await openDataWorld(facts.path);
    const states = await world.states();
    for (const [id, state] of Object.entries(facts.states)) expect(states[id]).toEqual(state);
    await world.store.close();
  });

  it('is refused while an instance runs, where there is nothing, and for a newer database', async () => {
    const refusal = (path: string) =>
      recoverData(path, DO_IT).then(
        () => null,
        (error: unknown) => (error instanceof StartError ? error.refusal : error),
      );
    const path = dataFolder();
    expect(await refusal(path)).toBe('data-dir-unusable');
    const world = await openDataWorld(path);
    await world.addLibrary('Papers');
    expect(await refusal(path)).toBe('data-dir-in-use');
    await world.store.close();
    const newer = new BetterSqlite(db(path));
    newer.pragma('user_version = 999');
    newer.close();
    expect(await refusal(path)).toBe('data-dir-unusable');
  });

  it('starts not at all, rather than with nothing, when the database is gone', async () => {
    const { path } = await withoutDatabase();
    await expect(openDataWorld(path)).rejects.toMatchObject({
      refusal: 'data-dir-unusable',
      message: expect.stringContaining('recover --data-dir'),
    });
  });

  it('brings back a library whose creation the database forgot, at the next start', async () => {
    const facts = await killedFolder();
    rmSync(wal(facts.path));
    const world = await openDataWorld(facts.path);
    expect(world.rolledBack.map(({ outcome }) => outcome)).not.toContain('read-only');
    expect(await world.states()).toEqual(facts.states);
    await world.store.close();
    await expectAllBack(facts);
  });

  it('keeps the older state read-only when a block that the lost commits need is damaged', async () => {
    const facts = await killedFolder();
    rmSync(wal(facts.path));
    const pack = readdirSync(join(facts.path, 'storage'), { recursive: true, encoding: 'utf8' })
      .map((name) => join(facts.path, 'storage', name))
      .find((name) => name.endsWith('.pack') && readFileSync(name).includes('photo 7'));
    const bytes = readFileSync(pack ?? '');
    writeFileSync(pack ?? '', bytes.fill('X', bytes.indexOf('photo 7'), bytes.indexOf('photo 7') + 7));
    const world = await openDataWorld(facts.path);
    const photos = world.store.tables.libraryTable.all().find(({ name }) => name === 'Photos');
    expect(photos).toMatchObject({ status: 'read-only', headSeq: 2 });
    expect(world.rolledBack).toContainEqual(
      expect.objectContaining({ name: 'Photos', outcome: 'read-only' }),
    );
    await world.store.close();
  });
});
