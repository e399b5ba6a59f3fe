import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import {
  activityItem,
  CHANGES_ASKED,
  type ChangeView,
  decodeLogPlace,
  decodeVersionPlace,
  encodeLogPlace,
  encodeVersionPlace,
  localCommit,
  localCommitPage,
  oldChanges,
} from '../../../../src-main/http/present/commits.ts';
import { refusalOf } from '../../../support/account-services.ts';

const LIBRARY = '7c6b2a8e-0000-4000-8000-000000000001' as LibraryId;
const COMMIT = {
  ...{ id: 'c', ctimeSeconds: 7, description: 'Reverted repo to', authorEmail: 'a@b.c', authorName: 'A' },
  ...{ deviceName: null, isMerge: false, counts: { added: 1 }, summary: null, note: '', parentId: null },
} as unknown as Parameters<typeof localCommit>[0];
const change = (op: string, path: string, newPath = '') =>
  ({ op, path, newPath, isDir: false, sizeBytes: 1 }) as ChangeView;

describe('a place in the history', () => {
  it('is read as it was written', async () => {
    const version = { seq: 7, path: '/a:b/ä' };
    expect(decodeVersionPlace(encodeVersionPlace(version) ?? '')).toEqual(version);
    const log = { atSeconds: -5, libraryId: LIBRARY, seq: 3 };
    expect(decodeLogPlace(encodeLogPlace(log) ?? undefined)).toEqual(log);
    expect([encodeVersionPlace(null), encodeLogPlace(null), decodeLogPlace(undefined)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('is refused where it is none', async () => {
    const cursor = (text: string) => Buffer.from(text).toString('base64url');
    for (const text of ['', '7', 'x:/a', '7:', '-1:/a'])
      expect(await refusalOf(() => decodeVersionPlace(cursor(text)))).toMatchObject({
        code: 'cursor-invalid',
      });
    expect(await refusalOf(() => decodeVersionPlace(cursor('7:/../a')))).toMatchObject({
      code: 'path-invalid',
    });
    for (const text of ['', 'log:1:2:none', `log:1:-2:${LIBRARY}`, `log:1:2:${LIBRARY}x`])
      expect(await refusalOf(() => decodeLogPlace(cursor(text)))).toMatchObject({ code: 'cursor-invalid' });
  });
});

it('a commit says "library" where real servers say "repo", and leaves out what it has not', () => {
  expect(localCommit(COMMIT)).toEqual({
    ...{
      id: 'c',
      time: 7,
      description: 'Reverted library to',
      author: 'a@b.c',
      author_name: 'A',
      device: '',
    },
    ...{ is_merge: false, added: 1 },
  });
});

it('a page of changes has a thousand, and a cursor where there are more', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => change('new', `/${at}`));
  const page = localCommitPage(COMMIT, rows(CHANGES_ASKED), 4);
  expect([page.changes.length, Buffer.from(page.cursor ?? '', 'base64url').toString()]).toEqual([
    1000,
    'at:1004',
  ]);
  expect(localCommitPage(COMMIT, rows(1000), -1).cursor).toBeNull();
});

it('older calls list paths without their first slash, old and new names in turn', () => {
  const changes = [
    change('new', '/a'),
    change('renamed', '/b', '/c/d'),
    change('deldir', '/e'),
    change('new', '/f'),
  ];
  expect(oldChanges(changes)).toEqual({
    ...{ added_files: ['a', 'f'], renamed_files: ['b', 'c/d'], deleted_dirs: ['e'] },
  });
});

it('an activity says where an item is, and where it was', () => {
  const activity = (op: string, one: ChangeView | null, libraryNames: object | null = null) =>
    activityItem(
      {
        ...{ library: { id: LIBRARY, name: 'Papers' }, commit: COMMIT, op, change: one, libraryNames },
        ...{ count: 1, changes: [] },
      } as unknown as Parameters<typeof activityItem>[0],
      'http://here',
    );
  expect(activity('create', change('new', '/docs/a'))).toMatchObject({
    obj_type: 'file',
    path: '/docs/a',
    name: 'a',
  });
  expect(activity('rename', change('renamed', '/a', '/b'))).toMatchObject({
    ...{ path: '/b', name: 'b', old_path: '/a', old_name: 'a' },
  });
  expect(activity('move', change('renamed', '/a', '/x/a'))).not.toHaveProperty('old_name');
  expect(activity('rename', null, { before: 'Old', after: 'New' })).toMatchObject({
    ...{ obj_type: 'repo', name: 'New', repo_name: 'New', old_repo_name: 'Old' },
  });
});
