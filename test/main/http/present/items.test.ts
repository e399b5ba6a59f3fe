import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { FileDirent } from '../../../../src-main/core/objects/dir-object.ts';
import {
  fileResult,
  itemRows,
  placeResult,
  starredFiles,
  starredItem,
  v21ItemRows,
} from '../../../../src-main/http/present/items.ts';

const LIBRARY = '7c6b2a8e-0000-4000-8000-000000000001' as LibraryId;
const FILE = {
  kind: 'file',
  name: 'a.txt',
  id: 'f',
  mtimeSeconds: 60,
  sizeBytes: 3,
  modifier: 'anna@example.com',
};
const FOLDER = { kind: 'dir', name: 'docs', id: 'd', mtimeSeconds: 60 };
const SOURCE = {
  ...{ permission: 'rw', starred: new Set(['/top/a.txt', '/top/docs']) },
  modifierOf: (email: string) => ({ email, name: 'Anna', contactEmail: '' }),
} as unknown as Parameters<typeof itemRows>[0];
type Row = Parameters<ReturnType<typeof itemRows>>[0];

it('older rows of folders have no size, no modifier and no star', () => {
  const row = itemRows(SOURCE);
  expect(row(FOLDER as Row, '/top')).toEqual({
    type: 'dir',
    id: 'd',
    name: 'docs',
    mtime: 60,
    permission: 'rw',
  });
  expect(row(FILE as Row, '/top')).toEqual({
    ...{ type: 'file', id: 'f', name: 'a.txt', mtime: 60, permission: 'rw', size: 3, starred: true },
    ...{ modifier_email: 'anna@example.com', modifier_name: 'Anna', modifier_contact_email: '' },
  });
  expect(row(FILE as Row, '/')).toMatchObject({ starred: false });
});

it('newer rows have a star for folders too, and say where they are', () => {
  expect(v21ItemRows(SOURCE)(FOLDER as Row, '/top')).toMatchObject({ starred: true, parent_dir: '/top/' });
});

it('the answer about a file says where it is, with no viewer behind it', () => {
  expect(fileResult(LIBRARY, '/docs/a.txt', FILE as unknown as FileDirent)).toEqual({
    ...{ type: 'file', repo_id: LIBRARY, parent_dir: '/docs', obj_name: 'a.txt', obj_id: 'f', size: 3 },
    ...{ mtime: '1970-01-01T00:01:00+00:00', is_locked: false, can_preview: false, can_edit: false },
  });
  expect(placeResult(LIBRARY, '/a')).toEqual({ repo_id: LIBRARY, parent_dir: '/', obj_name: 'a' });
});

it('stars of what is gone are shown as that, and older clients see files that are there alone', () => {
  const star = (path: string, isDir: boolean, now: object | null) =>
    ({
      ...{
        library: { id: LIBRARY, name: 'Papers', encryption: null },
        path,
        name: path.slice(1),
        isDir,
        now,
      },
    }) as unknown as Parameters<typeof starredItem>[0];
  const people = { displayName: () => 'Anna', contactEmail: () => '' };
  expect(starredItem(star('/docs', true, null), 'anna@example.com', people)).toMatchObject({
    ...{ path: '/docs/', mtime: '', deleted: true, user_name: 'Anna' },
  });
  const stars = [star('/docs', true, FOLDER), star('/gone', false, null), star('/a.txt', false, FILE)];
  expect(starredFiles(stars, 60).map(({ path }) => path)).toEqual(['/a.txt']);
});
