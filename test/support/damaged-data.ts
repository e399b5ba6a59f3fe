import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { expect } from 'vitest';
import { checkOf } from '../../src-main/app/store-checks.ts';
import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { ANNA } from './account-services.ts';
import { type DataWorld, dataFolder, killedCopy, type LibraryState, openDataWorld } from './data-world.ts';

const LARGE = 'large '.repeat(200_000);

/** What was acknowledged before a data folder was damaged, and where the folder is. */
export interface Acknowledged {
  readonly path: string;
  readonly states: Record<string, LibraryState>;
  readonly deleted: LibraryId;
  readonly purged: LibraryId;
  readonly histories: Record<string, string[]>;
}

function historiesOf(world: DataWorld): Record<string, string[]> {
  const rows = world.store.tables.libraryTable.all().map(({ id, headSeq }) => {
    const page = world.store.tables.historyTable.range(id, { from: headSeq, downTo: 1, limit: 1000 });
    const words = page.map((entry) => {
      const changes = world.store.tables.historyTable.changes(id, entry.seq, { after: -1, limit: 1000 });
      return `${entry.seq} ${entry.id} ${JSON.stringify(entry.counts)} ${JSON.stringify(changes)}`;
    });
    const trash = world.store.tables.trashTable.page(id, {
      after: null,
      sinceSeconds: 0,
      path: '/',
      limit: 100,
    });
    const thrown = trash.map(
      (item) => `${item.path} ${item.objectId} ${item.deletedAtSeconds} ${item.commitId}`,
    );
    return [id, [...words, ...thrown]];
  });
  return Object.fromEntries(rows);
}

/**
 * A data folder as a kill leaves it: the first half of what was acknowledged is in the database file, the second half
 * only in its write-ahead log.
 */
export async function killedFolder(): Promise<Acknowledged> {
  const path = dataFolder();
  const first = await openDataWorld(path);
  const papers = await first.addLibrary('Papers');
  await first.commit(
    papers,
    await first.put(papers, '/a.txt', 'one'),
    await first.put(papers, '/d/b.txt', 'two'),
  );
  const photos = await first.addLibrary('Photos');
  await first.commit(photos, await first.put(photos, '/p.jpg', LARGE));
  await first.store.close();
  const world = await openDataWorld(path, first.clock);
  world.clock.advance(100);
  await world.commit(papers, await world.put(papers, '/a.txt', 'three'), { op: 'remove', path: '/d' });
  await world.libraries.rename(ANNA, papers, { name: 'Letters' });
  for (let round = 0; round < 20; round++)
    await world.commit(photos, await world.put(photos, `/${round}.jpg`, `photo ${round}`));
  const [deleted, purged] = [await world.addLibrary('Deleted'), await world.addLibrary('Purged')];
  for (const id of [deleted, purged]) {
    await world.commit(id, await world.put(id, '/x', 'x'));
    await world.libraries.remove(ANNA, id);
  }
  await world.deletedLibraries.purge(ANNA, purged);
  const acknowledged = { states: await world.states(), deleted, purged, histories: historiesOf(world) };
  const copy = killedCopy(path);
  await world.store.close();
  return { ...acknowledged, path: copy };
}

/**
 * Whether a start, or a check after it, says that something is wrong. A flipped bit may also lie where nothing is: then
 * everything has to be as it was.
 */
export async function isNoticed({ path, states, histories }: Acknowledged): Promise<boolean> {
  let world: DataWorld;
  try {
    world = await openDataWorld(path);
  } catch {
    return true;
  }
  try {
    if (world.rolledBack.length > 0) return true;
    if ((await checkOf(world.store)({ full: true })).problems.length > 0) return true;
    expect({ states: await world.states(), histories: historiesOf(world) }).toEqual({ states, histories });
    return false;
  } catch (error) {
    if (!(error instanceof BetterSqlite.SqliteError)) throw error;
    return true;
  } finally {
    await world.store.close().catch(() => undefined);
  }
}

/** Everything that was acknowledged is there, and a full check finds nothing. */
export async function expectAllBack({
  path,
  states,
  deleted,
  purged,
  histories,
}: Acknowledged): Promise<void> {
  const world = await openDataWorld(path);
  expect(world.rolledBack).toEqual([]);
  expect(await world.states()).toEqual(states);
  expect(historiesOf(world)).toEqual(histories);
  expect(world.deletedLibraries.listOwn(ANNA).map(({ library }) => library.id)).toEqual([deleted]);
  expect(world.store.tables.deletedLibraryTable.isPurged(purged)).toBe(true);
  expect((await checkOf(world.store)({ full: true })).problems).toEqual([]);
  await world.store.close();
}

/** The write-ahead log of the database of a data folder. */
export const wal = (path: string) => join(path, 'keepfold.db-wal');
/** The database of a data folder. */
export const db = (path: string) => join(path, 'keepfold.db');

/** Changes one bit of a file. */
export function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 4, at);
  writeFileSync(path, bytes);
}

/** Takes the database away with all that belongs to it. */
export function removeDatabaseOf(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(db(path) + suffix, { force: true });
}
