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
  return { db, folders, link, rows, table: createFolderActivityTable(db) };
}

it('lists what is noted at once, and after a restart what was saved', () => {
  const { db, link, rows, table } = openTables();
  const papers = link('papers', PAPERS);
  table.note(papers, [entry('a'), { ...entry('b'), said: said('movedFrom', { what: 'c' }) }]);
  expect(rows()).toBe(0);
  table.save();
  table.note(papers, [entry('d')]);
  expect(table.list(papers, 2).map(({ path }) => path)).toEqual(['d', 'b']);
  expect(createFolderActivityTable(db).list(papers, 10)).toEqual([
    { ...entry('b'), said: { code: 'movedFrom', values: { what: 'c' } } },
    entry('a'),
  ]);
  expect(table.beginsAt(papers)).toBe(1_600_000_000);
});

it('keeps the newest thousand of each folder, and says since when', () => {
  const { link, rows, table } = openTables();
  const [papers, photos] = [link('papers', PAPERS), link('photos', PHOTOS)];
  table.note(photos, [entry('p')]);
  for (let at = 0; at < 1200; at += 1) {
    table.note(papers, [entry(`f${at}`, 1_700_000_000_000 + at * 1000)]);
    if (at % 500 === 0) table.save();
  }
  table.save();
  expect(rows()).toBe(1001);
  expect(table.list(papers, 5000).at(-1)?.path).toBe('f200');
  expect(table.beginsAt(papers)).toBe(1_700_000_200);
  expect(table.list(photos, 5000)).toHaveLength(1);
  expect(table.beginsAt(photos)).toBe(1_600_000_000);
});

it('keeps fewer of very long names, and the newest whatever its length', () => {
  const { link, table } = openTables();
  const papers = link('papers', PAPERS);
  table.note(papers, [entry('a'.repeat(300_000)), entry('b'.repeat(300_000))]);
  table.save();
  expect(table.list(papers, 10).map(({ path }) => path[0])).toEqual(['b']);
  table.note(papers, [entry('c'.repeat(600_000))]);
  table.save();
  expect(table.list(papers, 10).map(({ path }) => path[0])).toEqual(['c']);
});

it('forgets what the folders of a library did, saved or not, and nothing of others', () => {
  const { link, rows, table } = openTables();
  const [papers, photos] = [link('papers', PAPERS), link('photos', PHOTOS)];
  table.note(papers, [entry('a')]);
  table.note(photos, [entry('p')]);
  table.save();
  table.note(papers, [entry('b')]);
  table.clear(PAPERS, 1_800_000_000);
  table.save();
  expect(table.list(papers, 10)).toEqual([]);
  expect(table.beginsAt(papers)).toBe(1_800_000_000);
  expect(table.list(photos, 10)).toHaveLength(1);
  expect(rows()).toBe(1);
});

it('goes with the folder, and what is noted of it afterwards is dropped', () => {
  const { folders, link, rows, table } = openTables();
  const papers = link('papers', PAPERS);
  table.note(papers, [entry('a')]);
  table.save();
  folders.remove('papers' as LinkedFolderId);
  expect(rows()).toBe(0);
  table.note(papers, [entry('b')]);
  table.save();
  expect(rows()).toBe(0);
});

it('has nothing to save but what was noted, and keeps it when that fails', () => {
  const { db, link, rows, table } = openTables();
  const papers = link('papers', PAPERS);
  table.note(papers, [entry('a')]);
  db.pragma('query_only = ON');
  expect(() => table.save()).toThrow('readonly');
  db.pragma('query_only = OFF');
  table.save();
  expect(rows()).toBe(1);
  db.pragma('query_only = ON');
  table.save();
});
