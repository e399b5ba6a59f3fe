import { describe, expect, it } from 'vitest';
import {
  decodeTrashPath,
  encodeTrashPath,
  numberedTrashItem,
  parseReverts,
  parseTrashRequest,
  parseTrashRestore,
  revertOutcomes,
  trashItem,
} from '../../../../src-main/http/present/trash.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { sentTo } from '../../../support/sent-fields.ts';

const FIRST = 'a'.repeat(40);
const ITEM = {
  ...{
    trashId: 1,
    path: '/docs/a.txt',
    isDir: false,
    sizeBytes: 3,
    objectId: 'f'.repeat(40),
    commitId: FIRST,
  },
  ...{
    deletedAtSeconds: 0,
    deletedBy: 'anna@example.com',
    deletedByName: 'Anna',
    device: '',
    expiresAtSeconds: 0,
  },
} as unknown as Parameters<typeof trashItem>[0];

it('folders have no size and no object on the wire', () => {
  expect(trashItem(ITEM)).toEqual({
    ...{
      parent_dir: '/docs/',
      obj_name: 'a.txt',
      deleted_time: '1970-01-01T00:00:00+00:00',
      scan_stat: null,
    },
    ...{ commit_id: FIRST, is_dir: false, size: 3, obj_id: 'f'.repeat(40) },
  });
  expect(numberedTrashItem({ ...ITEM, path: '/docs', isDir: true })).toEqual({
    ...{ parent_dir: '/', obj_name: 'docs', deleted_time: '1970-01-01T00:00:00+00:00' },
    ...{ commit_id: FIRST, is_dir: true, size: 0, obj_id: '' },
  });
});

it('days that are no number mean all, and less than none is refused', async () => {
  const days = (show_days: string) =>
    parseTrashRequest(sentTo('GET /api/v2.1/repos/:library_id/trash/', { show_days })).showDays;
  expect([days(''), days('all'), days('7')]).toEqual([0, 0, 7]);
  expect(await refusalOf(() => days('-1'))).toMatchObject({ detail: { field: 'show_days' } });
});

describe('what comes back', () => {
  const reverts = (sent: object) =>
    parseReverts(sentTo('POST /api/v2.1/repos/:library_id/trash2/revert/', sent));

  it('is named by the commits that it comes from', async () => {
    expect([...reverts({ [FIRST]: ['/a', '/b'] })]).toEqual([[FIRST, ['/a', '/b']]]);
    for (const [sent, code] of [
      [{}, 'argument-missing'],
      [{ none: ['/a'] }, 'argument-invalid'],
      [{ [FIRST]: [] }, 'argument-missing'],
      [{ [FIRST]: ['/../a'] }, 'path-invalid'],
      [{ [FIRST]: Array(600).fill('/a'), ['b'.repeat(40)]: Array(600).fill('/a') }, 'argument-invalid'],
    ] as const)
      expect(await refusalOf(() => reverts(sent))).toMatchObject({ code });
  });

  it('is named by numbers on our own page', async () => {
    const restore = (sent: object) =>
      parseTrashRestore(sentTo('POST /api/local/v1/libraries/:library_id/trash/restore/', sent));
    expect(restore({ ids: [1, '2'], keep_both: [2], to: '/x' })).toEqual({
      ...{ ids: [1, 2], replace: new Set(), keepBoth: new Set([2]), to: '/x' },
    });
    for (const ids of [['x'], [-1], [1.5], [null]])
      expect(await refusalOf(() => restore({ ids }))).toMatchObject({ code: 'argument-invalid' });
  });

  it('is told with what is not there any more', () => {
    const outcomes = [
      { path: '/a', item: { kind: 'dir' } },
      { path: '/b', item: null },
    ] as unknown as Parameters<typeof revertOutcomes>[0];
    expect(revertOutcomes(outcomes)).toEqual({
      success: [{ path: '/a', is_dir: true }],
      failed: [{ path: '/b', error_msg: 'Dirent /b not found.' }],
    });
  });
});

it('a place in the deletions of a folder lies in that folder', async () => {
  const cursor = encodeTrashPath('/docs/ä') ?? undefined;
  expect([decodeTrashPath(cursor, '/docs'), decodeTrashPath(cursor, '/')]).toEqual(['/docs/ä', '/docs/ä']);
  expect([encodeTrashPath(null), decodeTrashPath(undefined, '/docs')]).toEqual([null, null]);
  for (const folder of ['/doc', '/docs/ä', '/other'])
    expect(await refusalOf(() => decodeTrashPath(cursor, folder))).toMatchObject({ code: 'cursor-invalid' });
});
