import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { CommitId } from '../../../../src-main/core/objects/object-id.ts';
import { declaredFields } from '../../../../src-main/http/declared-fields.ts';
import { queryFields } from '../../../../src-main/http/fields.ts';
import {
  parseExport,
  parseRestore,
  parseVersionRestore,
  presentRestored,
  presentWritten,
} from '../../../../src-main/http/present/restores.ts';
import { LOCAL_CALLS } from '../../../../src-shared/local-api.ts';
import { refusalOf } from '../../../support/account-services.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const COMMIT = 'a'.repeat(40) as CommitId;

const restore = (body: string) => {
  const { body: specs } = LOCAL_CALLS['POST libraries/:library_id/restore/'];
  return parseRestore(declaredFields(queryFields(`commit_id=${COMMIT}&${body}`), specs), LIBRARY);
};

describe('what a restore is asked to do', () => {
  it('is in place, or only shown', () => {
    expect(restore('path=/a')).toEqual({ kind: 'in-place', path: '/a', commitId: COMMIT });
    expect(restore('path=/a&dry_run=true')).toEqual({ kind: 'preview', path: '/a', commitId: COMMIT });
  });

  it('is written to the disk, one item or several', () => {
    const target = { libraryId: LIBRARY, commitId: COMMIT, to: '/mnt' };
    expect(restore('path=/a&to=/mnt')).toEqual({ kind: 'to-disk', request: { ...target, path: '/a' } });
    expect(restore('paths=/a&paths=/b&to=/mnt')).toEqual({
      ...{ kind: 'to-disk', request: { ...target, paths: ['/a', '/b'] } },
    });
  });

  it('is refused where it says too little, or what cannot be shown before', async () => {
    const refused = (body: string) => refusalOf(() => restore(body));
    expect(await refused('')).toMatchObject({ code: 'argument-missing', detail: { field: 'path' } });
    expect(await refused('paths=/a')).toMatchObject({ code: 'argument-missing', detail: { field: 'to' } });
    const unseen = { code: 'argument-invalid', detail: { field: 'dry_run', reason: 'to-disk' } };
    expect(await refused('paths=/a&dry_run=1')).toMatchObject(unseen);
    expect(await refused('path=/a&to=/mnt&dry_run=1')).toMatchObject(unseen);
  });

  it('of a version is of the path itself, unless another is named', () => {
    const { body: specs } = LOCAL_CALLS['POST libraries/:library_id/versions/restore/'];
    const parse = (body: string) => parseVersionRestore(declaredFields(queryFields(body), specs));
    expect(parse(`path=/b&commit_id=${COMMIT}`)).toEqual({
      ...{ path: '/b', version: { path: '/b', commitId: COMMIT } },
    });
    expect(parse(`path=/b&version_path=/a&commit_id=${COMMIT}`).version.path).toBe('/a');
  });
});

it('an export is of one moment or of the whole history', async () => {
  const { body: specs } = LOCAL_CALLS['POST libraries/:library_id/export/'];
  const parse = (body: string) => parseExport(declaredFields(queryFields(body), specs));
  expect(parse('to=/mnt&with_history=1')).toEqual({ to: '/mnt', commitId: null, withHistory: true });
  expect(await refusalOf(() => parse(`to=/mnt&with_history=1&commit_id=${COMMIT}`))).toMatchObject({
    ...{ code: 'argument-invalid', detail: { field: 'commit_id', reason: 'with-history' } },
  });
});

it('what came of a restore says what was left out, and whether it changed anything, only where that is so', () => {
  const told = { path: '/a', files: 1, bytes: 5 };
  expect(presentWritten({ ...told, leftOut: { count: 0, paths: [] } })).toEqual({ ...told, commit_id: null });
  expect(presentWritten({ ...told, leftOut: { count: 1, paths: ['/x'] } })).toMatchObject({
    ...{ left_out: { count: 1, paths: ['/x'] } },
  });
  expect(presentRestored({ ...told, commitId: COMMIT, isChanged: false })).toEqual({
    ...{ ...told, commit_id: COMMIT },
  });
  expect(presentRestored({ ...told, commitId: COMMIT, isChanged: true }).changed).toBe(true);
});
