import { expect, it } from 'vitest';
import type { FolderActivityEntry } from '../../../../src-main/core/folder/folder-activity.ts';
import type { LinkedFolderId } from '../../../../src-main/core/folder/linked-folder.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { createFolderActivityTable } from '../../../../src-main/store/sqlite/folder-activity.ts';
import { createLinkedFolderTable } from '../../../../src-main/store/sqlite/linked-folders.ts';
import { said } from '../../../../src-shared/service-words.ts';
import { memoryDatabase } from '../../../support/database.ts';

const PAPERS = '11111111-1111-4111-8111-111111111111' as LibraryId;
const PHOTOS = '22222222-2222-4222-8222-222222222222' as LibraryId;

const entry = (path: string, at_ms = 1_700_000_000_000): FolderActivityEntry => ({
  ...{ at_ms, path, what: 'taken-in', bytes: 3, said: null },
});

function openTables() {
  const db = memoryDatabase();
  const folders = createLinkedFolderTable(db);
  const link = (name: string, libraryId: LibraryId) =>
    folders.add({
      ...{ id: name as LinkedFolderId, libraryId, path: `/home/${name}`, authorEmail: 'ann@example.com' },
      ...{ rootDevice: 1, rootInode: 1, createdAtSeconds: 1_600_000_000 },
    }).key;
  const rows = () => db.prepare('SELECT count(*) FROM folder_activity').pluck().get();
  const table = createFolderActivityTable(db);
  const add = (folderKey: number, ...entries: FolderActivityEntry[]) =>
    table.add(new Map([[folderKey, entries]]));
  return { db, folders, link, rows, table, add };
}

it('lists the newest first, also after a restart', () => {
  const { db, link, table, add } = openTables();
  const papers = link('papers', PAPERS);
  add(papers, entry('a'), { ...entry('b'), said: said('movedFrom', { what: 'c' }) });
  expect(table.list(papers, 1).map(({ path }) => path)).toEqual(['b']);
  expect(createFolderActivityTable(db).list(papers, 10)).toEqual([
    { ...entry('b'), said: { code: 'movedFrom', values: { what: 'c' } } },
    entry('a'),
  ]);
  expect(table.beginsAt(papers)).toBe(1_600_000_000);
});

it('keeps the newest thousand of each folder, and says since when', () => {
  const { link, rows, table, add } = openTables();
  const [papers, photos] = [link('papers', PAPERS), link('photos', PHOTOS)];
  const more = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) =>
      entry(`f${from + at}`, 1_700_000_000_000 + (from + at) * 1000),
    );
  table.add(
    new Map([
      [photos, [entry('p')]],
      [papers, more(0, 700)],
    ]),
  );
  add(papers, ...more(700, 1200));
  expect(rows()).toBe(1001);
  expect(table.list(papers, 5000).at(-1)?.path).toBe('f200');
  expect(table.beginsAt(papers)).toBe(1_700_000_200);
  expect(table.list(photos, 5000)).toHaveLength(1);
  expect(table.beginsAt(photos)).toBe(1_600_000_000);
});

it('keeps fewer of very long names, and the newest whatever its length', () => {
  const { link, table, add } = openTables();
  const papers = link('papers', PAPERS);
  add(papers, entry('a'.repeat(300_000)), entry('b'.repeat(300_000)));
  expect(table.list(papers, 10).map(({ path }) => path[0])).toEqual(['b']);
  add(papers, entry('c'.repeat(600_000)));
  expect(table.list(papers, 10).map(({ path }) => path[0])).toEqual(['c']);
});

it('clears what the folders of a library did, says which these are, and keeps that of others', () => {
  const { link, rows, table, add } = openTables();
  const [papers, photos] = [link('papers', PAPERS), link('photos', PHOTOS)];
  add(papers, entry('a'));
  add(photos, entry('p'));
  expect(table.clear(PAPERS, 1_800_000_000)).toEqual([papers]);
  expect(table.list(papers, 10)).toEqual([]);
  expect(table.beginsAt(papers)).toBe(1_800_000_000);
  expect(table.list(photos, 10)).toHaveLength(1);
  expect(rows()).toBe(1);
});

it('goes with the folder, and what comes of it afterwards is dropped', () => {
  const { folders, link, rows, add } = openTables();
  const papers = link('papers', PAPERS);
  add(papers, entry('a'));
  folders.remove('papers' as LinkedFolderId);
  expect(rows()).toBe(0);
  add(papers, entry('b'));
  expect(rows()).toBe(0);
});
