import { expect, it } from 'vitest';
import type { Change } from '../../../../src-main/core/history/change.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { createConflictNameTable } from '../../../../src-main/store/sqlite/conflict-names.ts';
import { prepareChanges } from '../../../../src-main/store/sqlite/history.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { addLibraryRecord } from '../../../support/stored-library.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const OTHER = '22222222-2222-4222-8222-222222222222' as LibraryId;
const COPY = 'plan (SFConflict anna@example.com 2024-05-01-12-00-00).txt';

const change = (op: Change['op'], path: string, newPath = '', isDir = false) => ({
  ...{ op, path, newPath, isDir, objectId: EMPTY_ID, sizeBytes: 0 },
});

it('reads what bears on conflict copies, in the order of commits, after one number up to another', () => {
  const db = memoryDatabase();
  // Changes alone, as rows of a commit that is not on record yet.
  db.pragma('foreign_keys = OFF');
  for (const id of [LIBRARY, OTHER]) addLibraryRecord(db, id);
  const put = prepareChanges(db);
  put(LIBRARY, 3, [change('renamed', `/${COPY}`, '/kept.txt'), change('removed', `/docs/${COPY}`)]);
  put(LIBRARY, 2, [
    ...[change('new', `/${COPY}`), change('new', '/plan.txt'), change('renamed', '/a', '/docs', true)],
    ...[change('newdir', `/${COPY}`, '', true), change('renamed', '/b.txt', '/c.txt')],
  ]);
  put(LIBRARY, 1, [change('new', `/before ${COPY}`)]);
  put(LIBRARY, 4, [change('new', `/after ${COPY}`)]);
  put(OTHER, 2, [change('new', `/other ${COPY}`)]);
  expect(createConflictNameTable(db).between(LIBRARY, { after: 1, upTo: 3 })).toEqual([
    { op: 'new', path: `/${COPY}`, newPath: '', isDir: false },
    { op: 'renamed', path: '/a', newPath: '/docs', isDir: true },
    { op: 'renamed', path: `/${COPY}`, newPath: '/kept.txt', isDir: false },
    { op: 'removed', path: `/docs/${COPY}`, newPath: '', isDir: false },
  ]);
});
