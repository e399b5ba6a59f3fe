import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { createAdminVisitTable } from '../../../../src-main/store/sqlite/admin-visits.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { addLibraryRecord } from '../../../support/stored-library.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const OTHER = '22222222-2222-4222-8222-222222222222' as LibraryId;

function visited() {
  const db = memoryDatabase();
  for (const id of [LIBRARY, OTHER]) addLibraryRecord(db, id);
  const visits = createAdminVisitTable(db);
  const looked = (path: string, atSeconds: number, libraryId = LIBRARY) =>
    visits.add({ libraryId, adminEmail: 'root@example.com', action: 'looked', path, atSeconds });
  return { db, visits, looked };
}

it('visits are listed by library, newest first, and go on before one', () => {
  const { visits, looked } = visited();
  looked('/a', 10);
  looked('/elsewhere', 10, OTHER);
  looked('/b', 9);
  looked('/c', 10);
  const rows = visits.page(LIBRARY, { before: Number.MAX_SAFE_INTEGER, limit: 2 });
  expect(rows.map(({ path }) => path)).toEqual(['/c', '/b']);
  expect(visits.page(LIBRARY, { before: rows.at(-1)?.id ?? 0, limit: 2 })).toEqual([
    ...[
      {
        id: 1,
        libraryId: LIBRARY,
        adminEmail: 'root@example.com',
        action: 'looked',
        path: '/a',
        atSeconds: 10,
      },
    ],
  ]);
});

it('the last like one is looked for among the newest twenty of the library', () => {
  const { visits, looked } = visited();
  const like = { libraryId: LIBRARY, adminEmail: 'root@example.com', action: 'looked', path: '/a' } as const;
  expect(visits.lastLike(like)).toBe(null);
  looked('/a', 5);
  looked('/a', 6);
  for (let at = 0; at < 19; at += 1) looked(`/${at}`, 7);
  expect(visits.lastLike(like)).toBe(6);
  expect(visits.lastLike({ ...like, action: 'downloaded' })).toBe(null);
  expect(visits.lastLike({ ...like, adminEmail: 'other@example.com' })).toBe(null);
  looked('/one more', 8);
  expect(visits.lastLike(like)).toBe(null);
});

it('visits go with their library, as their paths are content', () => {
  const { db, looked } = visited();
  looked('/a', 1);
  looked('/b', 1, OTHER);
  db.prepare('DELETE FROM libraries WHERE id = ?').run(LIBRARY);
  expect(db.prepare('SELECT path FROM admin_visits').pluck().all()).toEqual(['/b']);
});
