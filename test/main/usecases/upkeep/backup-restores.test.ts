import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { recoverData } from '../../../../src-main/app/recover-data.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { Job } from '../../../../src-main/usecases/upkeep/jobs.ts';
import { ADMIN, ANNA } from '../../../support/account-services.ts';
import { emptyFolder, LARGE, openBackupWorld, refusalOf } from '../../../support/backup-world.ts';
import { dataFolder, killedCopy, openDataWorld } from '../../../support/data-world.ts';

type World = Awaited<ReturnType<typeof openWorld>>;

async function openWorld(path?: string, linked?: string[]) {
  const world = await openBackupWorld(path, linked);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await world.store.close();
    isOpen = false;
  };
  onTestFinished(close);
  const save = async (library: LibraryId, at: string, text: string) =>
    (await world.commit(library, await world.put(library, at, text))).commitId;
  return { ...world, save, close };
}

/** A backup of a library with a history, in which a file was deleted and a large one is. */
async function backedUp() {
  const world = await openWorld();
  const library = await world.addLibrary('Papers');
  await world.save(library, '/letter.txt', 'dear Anna');
  const second = await world.save(library, '/film.bin', 'x'.repeat(LARGE));
  await world.save(library, '/letter.txt', 'dear Ben');
  await world.save(library, '/old.txt', 'old');
  await world.commit(library, { op: 'remove', path: '/old.txt' });
  world.store.tables.pinTable.put(library, {
    seq: 3,
    name: 'the film',
    pinnedBy: ANNA.email,
    pinnedAtSeconds: 5,
  });
  const noted = { note: 'for the tax office', notedBy: ANNA.email, notedAtSeconds: 6 };
  world.store.tables.commitNotes.put(library, { seq: 2, ...noted });
  const folder = emptyFolder();
  await world.backup.start(ADMIN, folder);
  await world.backup.settled();
  return { world, library, second, folder };
}

/** Waits for the job, and gives what came of it. */
async function over({ jobs }: Pick<World, 'jobs'>, { id }: Job): Promise<Job> {
  const find = () => jobs.list(ADMIN).find((job) => job.id === id);
  await expect.poll(() => find()?.state, { timeout: 20_000 }).not.toBe('running');
  const job = find();
  if (job === undefined) throw new Error('the job is forgotten');
  return job;
}

async function restore(world: World, folder: string, ...ids: LibraryId[]): Promise<Job> {
  return over(world, await world.restores.start(ADMIN, folder, ids));
}

/** Everything below a folder, with size and time: what a reader must leave as it is. */
function traceOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const { size, mtimeMs } = statSync(join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    });
}

describe('bringing libraries back from a backup', { timeout: 120_000 }, () => {
  it('shows what is in it, and changes nothing there', async () => {
    const { world, library, folder } = await backedUp();
    const before = traceOf(folder);
    const fresh = await openWorld();
    const found = await fresh.restores.look(ADMIN, folder);
    expect(found).toMatchObject({
      folder,
      madeAtSeconds: Math.floor(statSync(join(folder, 'keepfold.db')).mtimeMs / 1000),
    });
    expect(found.libraries).toEqual([
      {
        library: world.store.tables.libraryTable.find(library),
        ...{
          here: 'absent',
          newOwner: { kind: 'user', email: ANNA.email },
          newName: 'Papers',
          isRefused: false,
        },
      },
    ]);
    await restore(fresh, folder, library);
    expect(traceOf(folder)).toEqual(before);
    expect(readdirSync(join(fresh.path, 'tmp'))).toEqual([]);
  });

  it('brings a library to an empty server under its id, with files, history, trash, pins and notes', async () => {
    const { world, library, second, folder } = await backedUp();
    const fresh = await openWorld();
    const job = await restore(fresh, folder, library);
    expect(job).toMatchObject({
      ...{ kind: 'restore', state: 'done' },
      outcome: { restored: [{ libraryId: library, name: 'Papers', unreadable: 0, reason: '' }] },
    });
    expect(await fresh.states()).toEqual(await world.states());
    const whole = { from: 100, downTo: 1, limit: 100 };
    expect(fresh.store.tables.historyTable.range(library, whole)).toEqual(
      world.store.tables.historyTable.range(library, whole),
    );
    expect(fresh.store.tables.historyTable.changes(library, 4, { after: -1, limit: 10 })).toEqual(
      world.store.tables.historyTable.changes(library, 4, { after: -1, limit: 10 }),
    );
    const rootId = fresh.store.tables.historyTable.find(library, second)?.rootId;
    if (rootId === undefined) throw new Error('the second commit is missing');
    expect((await fresh.filesAt(library, rootId))['/letter.txt']).toBe('dear Anna');
    const page = { after: null, sinceSeconds: 0, path: '/', limit: 10 };
    expect(fresh.store.tables.trashTable.page(library, page).map(({ path }) => path)).toEqual(['/old.txt']);
    expect(fresh.store.tables.pinTable.of(library).map(({ name }) => name)).toEqual(['the film']);
    expect(fresh.store.tables.commitNotes.of(library)).toMatchObject([
      { seq: 2, note: 'for the tax office' },
    ]);
    expect((await fresh.check({ full: true })).problems).toEqual([]);
  });

  it('leaves it whole after a restart, and when the database is lost afterwards', async () => {
    const { world, library, folder } = await backedUp();
    const fresh = await openWorld();
    await restore(fresh, folder, library);
    await fresh.save(library, '/new.txt', 'new');
    await fresh.close();
    const files = { ...(await world.states())[library]?.files, '/new.txt': 'new' };
    const again = await openDataWorld(fresh.path);
    await again.deletedLibraries.finishPurges();
    expect(again.rolledBack).toEqual([]);
    expect((await again.states())[library]?.files).toEqual(files);
    await again.store.close();
    rmSync(join(fresh.path, 'keepfold.db'));
    const { problems, libraries } = await recoverData(fresh.path, { isDryRun: false, isForced: false });
    expect({ problems, states: libraries.map(({ state }) => state) }).toEqual({
      problems: 0,
      states: ['live'],
    });
    const recovered = await openDataWorld(fresh.path);
    onTestFinished(() => recovered.store.close());
    expect((await recovered.states())[library]?.files).toEqual(files);
  });

  it('brings a library back beside the one that is here, as a new one', async () => {
    const { world, library, folder } = await backedUp();
    await world.save(library, '/letter.txt', 'dear Carl');
    const { libraries, madeAtSeconds } = await world.restores.look(ADMIN, folder);
    const day = new Date(madeAtSeconds * 1000).toISOString().slice(0, 10);
    expect(libraries).toMatchObject([{ here: 'newer', newName: `Papers (from backup ${day})` }]);
    const before = await world.states();
    const { outcome } = await restore(world, folder, library);
    const made = outcome.restored?.[0]?.libraryId;
    if (made === undefined) throw new Error('nothing was restored');
    expect(made).not.toBe(library);
    const { [made]: back, ...others } = await world.states();
    expect(others).toEqual(before);
    expect(back?.files['/letter.txt']).toBe('dear Ben');
    expect(world.store.tables.libraryTable.find(made)?.name).toBe(`Papers (from backup ${day})`);
    // The next change is built on what came back, and is a commit of the new library.
    await world.save(made, '/letter.txt', 'dear Dora');
    expect((await world.check({ full: true })).problems).toEqual([]);
    expect(world.store.tables.libraryTable.find(made)?.name).toBe(`Papers (from backup ${day})`);
  });

  it('gives a name in the words that were asked for, and refuses those that no name may hold', async () => {
    const { world, library, folder } = await backedUp();
    const { libraries, madeAtSeconds } = await world.restores.look(ADMIN, folder, '(aus Backup {date})');
    const day = new Date(madeAtSeconds * 1000).toISOString().slice(0, 10);
    expect(libraries).toMatchObject([{ newName: `Papers (aus Backup ${day})` }]);
    await over(world, await world.restores.start(ADMIN, folder, [library], '(aus Backup {date})'));
    const names = world.store.tables.libraryTable.all().map(({ name }) => name);
    expect(names.sort()).toEqual(['Papers', `Papers (aus Backup ${day})`]);
    for (const suffix of ['', '  ', 'a/b', 'a\u202eb', 'x'.repeat(151), '{date}'.repeat(16)]) {
      expect(await refusalOf(world.restores.look(ADMIN, folder, suffix))).toMatch(/^name-invalid/);
      expect(await refusalOf(world.restores.start(ADMIN, folder, [library], suffix))).toMatch(
        /^name-invalid/,
      );
    }
    expect(world.store.tables.libraryTable.all()).toHaveLength(2);
  });

  it('tells what became of a library here', async () => {
    const { world, library, folder } = await backedUp();
    const here = async () => (await world.restores.look(ADMIN, folder)).libraries.map((found) => found.here);
    expect(await here()).toEqual(['same']);
    await world.save(library, '/letter.txt', 'dear Carl');
    expect(await here()).toEqual(['newer']);
    await world.libraries.remove(ANNA, library);
    expect(await here()).toEqual(['deleted']);
    await world.deletedLibraries.purge(ANNA, library);
    expect(await here()).toEqual(['deleted']);
    const { outcome } = await restore(world, folder, library);
    expect(outcome.restored?.[0]?.libraryId).not.toBe(library);
    expect(Object.values(await world.states()).map(({ files }) => files['/letter.txt'])).toEqual([
      'dear Ben',
    ]);
  });

  it('gives a library to whoever asks where its owner has no account', async () => {
    const { world, library, folder } = await backedUp();
    const fresh = await openWorld();
    await fresh.userRemoval.remove(ADMIN, ANNA.email, null);
    expect((await fresh.restores.look(ADMIN, folder)).libraries).toMatchObject([
      { newOwner: { kind: 'user', email: ADMIN.email } },
    ]);
    await restore(fresh, folder, library);
    expect(fresh.store.tables.libraryTable.find(library)?.owner).toEqual({
      kind: 'user',
      email: ADMIN.email,
    });
    expect(world.store.tables.libraryTable.find(library)?.owner).toEqual({ kind: 'user', email: ANNA.email });
  });

  it('brings an encrypted library back with its keys, but not beside itself', async () => {
    const world = await openWorld();
    const { view } = await world.libraries.create(ANNA, { name: 'Secret', password: 'correct horse' });
    const folder = emptyFolder();
    await world.backup.start(ADMIN, folder);
    await world.backup.settled();
    const { id, encryption } = view.library;
    expect(await refusalOf(world.restores.start(ADMIN, folder, [id]))).toBe('backup-unusable encrypted-here');
    const fresh = await openWorld();
    await restore(fresh, folder, id);
    expect(fresh.store.tables.libraryTable.find(id)?.encryption).toEqual(encryption);
    await fresh.passwords.unlock(ANNA, id, 'correct horse');
  });

  it('leaves out what is damaged in the backup, says so, and brings the rest', async () => {
    const { library, folder } = await backedUp();
    const blocks = join(folder, 'storage', library, 'blocks');
    const [fan] = readdirSync(blocks);
    const [name] = readdirSync(join(blocks, String(fan)));
    const path = join(blocks, String(fan), String(name));
    const bytes = readFileSync(path);
    bytes[7] = 0;
    writeFileSync(path, bytes);
    const fresh = await openWorld();
    const { outcome } = await restore(fresh, folder, library);
    expect(outcome.restored).toMatchObject([{ unreadable: 1, reason: '' }]);
    const { dirents } = await fresh.files.list(ANNA, library, '/', null);
    expect(dirents.map((dirent) => dirent.name)).toEqual(['film.bin', 'letter.txt']);
    // A damaged piece is found missing by the check, and is never given out.
    expect((await fresh.check({ full: true })).problems).toMatchObject([{ reason: 'object-missing' }]);
  });

  it('leaves nothing of a library that was canceled or cut off, and its id is free again', async () => {
    const { library, folder } = await backedUp();
    const fresh = await openWorld();
    const started = await fresh.restores.start(ADMIN, folder, [library]);
    const canceled = await fresh.jobs.cancel(ADMIN, started.id);
    expect(canceled.state).toBe('canceled');
    expect(await fresh.states()).toEqual({});
    expect(fresh.store.objects.library(library).has('fs', '1'.repeat(40))).toBe(false);
    expect(readdirSync(join(fresh.path, 'tmp'))).toEqual([]);

    // As a kill in the middle leaves it: on record and hidden, with some of its objects.
    const row = (await fresh.restores.look(ADMIN, folder)).libraries[0]?.library;
    if (row === undefined) throw new Error('nothing is in the backup');
    fresh.store.tables.transaction(() => {
      fresh.store.tables.libraryTable.insert(row);
      fresh.store.tables.importingLibraries.hide(library);
    });
    await fresh.put(library, '/letter.txt', 'dear Ben');
    await fresh.store.objects.library(library).flush();
    const killed = await openWorld(killedCopy(fresh.path));
    expect(await killed.states()).toEqual({});
    expect(killed.deletedLibraries.listOwn(ANNA)).toEqual([]);
    await killed.deletedLibraries.finishPurges();
    expect(readdirSync(join(killed.path, 'storage'))).toEqual([]);
    expect((await killed.restores.look(ADMIN, folder)).libraries).toMatchObject([{ here: 'absent' }]);
    expect((await restore(killed, folder, library)).outcome.restored).toMatchObject([{ reason: '' }]);
    expect(Object.keys(await killed.states())).toEqual([library]);
  });

  it('reads a backup that an older version made, and leaves that as it is', async () => {
    const { world, library, folder } = await backedUp();
    const db = new BetterSqlite(join(folder, 'keepfold.db'));
    const later = ['unsorted_objects', 'large_move_returns', 'large_moves', 'item_properties'];
    const latest = ['network_reach', 'allowed_hosts', 'smart_links', 'library_tokens', 'commit_notes'];
    const proxies = ['public_urls', 'trusted_proxies'];
    const upkeep = [
      'read_ranges',
      'history_rewrites',
      'rewritten_commits',
      'folder_activity',
      'history_sizes',
    ];
    for (const table of [...later, ...latest, ...proxies, ...upkeep]) db.exec(`DROP TABLE ${table}`);
    db.exec('ALTER TABLE api_tokens DROP COLUMN opened_by');
    db.exec('DROP INDEX trash_of_large_moves');
    for (const column of [
      'agreed_ignore_text',
      'offered_ignore_text',
      'ignore_file_touched',
      'activity_begins_at_s',
    ])
      db.exec(`ALTER TABLE linked_folders DROP COLUMN ${column}`);
    for (const column of ['row_count', 'left_out'])
      db.exec(`ALTER TABLE search_libraries DROP COLUMN ${column}`);
    for (const column of ['on_data_disk', 'in_memory']) db.exec(`ALTER TABLE backup DROP COLUMN ${column}`);
    db.exec('ALTER TABLE server_settings DROP COLUMN rehearses');
    db.exec('ALTER TABLE commits DROP COLUMN summary');
    db.exec('DROP INDEX folder_libraries');
    for (const column of ['origin_id', 'origin_path']) db.exec(`ALTER TABLE libraries DROP COLUMN ${column}`);
    db.pragma('user_version = 15');
    db.close();
    const before = traceOf(folder);
    const fresh = await openWorld();
    await restore(fresh, folder, library);
    expect(await fresh.states()).toEqual(await world.states());
    expect(traceOf(folder)).toEqual(before);
  });

  it('makes no backup and collects nothing meanwhile', async () => {
    const { library, folder } = await backedUp();
    const fresh = await openWorld();
    const job = await fresh.restores.start(ADMIN, folder, [library]);
    await expect(fresh.garbage.collect(ADMIN)).rejects.toMatchObject({ code: 'busy' });
    await over(fresh, job);
    await fresh.garbage.collect(ADMIN);
    expect((await fresh.check({ full: true })).problems).toEqual([]);
  });

  it('refuses in words what is no backup', async () => {
    const { world, library, folder } = await backedUp();
    const linked = emptyFolder();
    mkdirSync(join(linked, 'inside'));
    const fresh = await openWorld(undefined, [linked]);
    const look = (path: string) => refusalOf(fresh.restores.look(ADMIN, path));
    expect(await look('backup')).toBe('backup-unusable not-absolute');
    expect(await look(`${folder}\0`)).toBe('backup-unusable not-absolute');
    expect(await look(join(folder, 'nowhere'))).toBe('backup-unusable not-found');
    expect(await look(join(folder, 'keepfold.db'))).toBe('backup-unusable not-a-folder');
    expect(await look('/')).toBe('backup-unusable whole-disk');
    expect(await look(fresh.path)).toBe('backup-unusable inside-data');
    expect(await look(join(fresh.path, 'tmp'))).toBe('backup-unusable inside-data');
    expect(await look(join(linked, 'inside'))).toBe('backup-unusable inside-linked');
    expect(await look(linked)).toBe('backup-unusable inside-linked');
    expect(await look(emptyFolder())).toBe('backup-unusable not-a-backup');
    expect(await look(world.path)).toBe('backup-unusable in-use');
    expect(await refusalOf(fresh.restores.look(ANNA, folder))).toBe('permission-denied administrator');
    expect(await refusalOf(fresh.restores.start(ANNA, folder, [library]))).toBe(
      'permission-denied administrator',
    );
    expect(await refusalOf(fresh.restores.start(ADMIN, folder, []))).toBe('backup-unusable nothing-chosen');
    const unknown = '00000000-0000-4000-8000-000000000000' as LibraryId;
    expect(await refusalOf(fresh.restores.start(ADMIN, folder, [unknown]))).toBe(
      'backup-unusable not-in-backup',
    );
    expect(readdirSync(join(fresh.path, 'tmp'))).toEqual([]);
    expect(fresh.jobs.list(ADMIN)).toEqual([]);
  });

  it('refuses a database that is damaged or newer', async () => {
    const { folder } = await backedUp();
    const fresh = await openWorld();
    const damaged = dataFolder();
    cpSync(folder, damaged, { recursive: true });
    const bytes = readFileSync(join(damaged, 'keepfold.db'));
    bytes.fill(7, 4096);
    writeFileSync(join(damaged, 'keepfold.db'), bytes);
    expect(await refusalOf(fresh.restores.look(ADMIN, damaged))).toBe('backup-unusable damaged');
    writeFileSync(join(damaged, 'keepfold.db'), 'no database at all');
    expect(await refusalOf(fresh.restores.look(ADMIN, damaged))).toBe('backup-unusable damaged');
    cpSync(join(folder, 'keepfold.db'), join(damaged, 'keepfold.db'));
    const header = readFileSync(join(damaged, 'keepfold.db'));
    // Where SQLite keeps `user_version`.
    header.writeUInt32BE(9999, 60);
    writeFileSync(join(damaged, 'keepfold.db'), header);
    expect(await refusalOf(fresh.restores.look(ADMIN, damaged))).toBe('backup-unusable newer');
    rmSync(join(damaged, 'storage'), { recursive: true });
    cpSync(join(folder, 'keepfold.db'), join(damaged, 'keepfold.db'));
    const [found] = (await fresh.restores.look(ADMIN, damaged)).libraries;
    if (found === undefined) throw new Error('nothing is in the backup');
    const { outcome } = await restore(fresh, damaged, found.library.id);
    expect(outcome.restored).toMatchObject([{ reason: 'object-missing' }]);
    expect(await fresh.states()).toEqual({});
  });
});
