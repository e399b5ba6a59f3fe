import { describe, expect, it } from 'vitest';
import type { Dirent } from '../../../../src-main/core/objects/dir-object.ts';
import type { CommitId } from '../../../../src-main/core/objects/object-id.ts';
import {
  entriesPage,
  localEntry,
  parseEntriesRequest,
  parseSnapshotEntries,
  requiredList,
} from '../../../../src-main/http/present/local-items.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { sentTo } from '../../../support/sent-fields.ts';

const COMMIT = 'c'.repeat(40) as CommitId;
const wanted = (sent: object) =>
  parseEntriesRequest(sentTo('GET /api/local/v1/libraries/:library_id/entries/', sent));

const file = (name: string, sizeBytes: number, mtimeSeconds: number) =>
  ({
    kind: 'file',
    name,
    sizeBytes,
    mtimeSeconds,
    id: 'i',
    mode: 0o100644,
    modifier: '',
  }) as unknown as Dirent;
const folder = (name: string, mtimeSeconds: number) =>
  ({ kind: 'dir', name, mtimeSeconds, id: 'i' }) as Dirent;
/** As the engine lists them: folders first, each kind by name. */
const ROWS = [folder('x', 2), folder('y', 1), file('a', 2, 1), file('b', 1, 3), file('c', 2, 2)];

async function namesBy(sent: object): Promise<string> {
  const { entries } = await entriesPage(ROWS, { ...wanted(sent), commitId: COMMIT }, ({ name }) => name);
  return entries.join('');
}

describe('the entries of a folder', () => {
  it('come by name, size or time, folders always first', async () => {
    expect(await namesBy({})).toBe('xyabc');
    expect(await namesBy({ order: 'desc' })).toBe('yxcba');
    expect(await namesBy({ sort: 'size' })).toBe('xybac');
    expect(await namesBy({ sort: 'mtime' })).toBe('yxacb');
    expect(await namesBy({ sort: 'mtime', order: 'desc' })).toBe('xybca');
    expect(await refusalOf(() => wanted({ sort: 'color' }))).toMatchObject({ code: 'argument-invalid' });
  });

  it('go on at the commit of the first page, whatever else is asked then', async () => {
    const many = Array.from({ length: 1_001 }, (_, at) => file(`${at}`, at, at));
    const page = await entriesPage(many, { ...wanted({}), commitId: COMMIT }, ({ name }) => name);
    expect([page.entries.length, page.total, page.cursor]).toEqual([1_000, 1_001, `${COMMIT}-1000`]);
    const next = wanted({ cursor: page.cursor, commit: 'd'.repeat(40) });
    expect([next.commitId, next.offset]).toEqual([COMMIT, 1_000]);
    const last = await entriesPage(many, { ...next, commitId: COMMIT }, ({ name }) => name);
    expect([last.entries, last.cursor]).toEqual([['1000'], null]);
    for (const cursor of ['x', `${COMMIT}-`, `${COMMIT}--1`, 'c-1'])
      expect(await refusalOf(() => wanted({ cursor }))).toMatchObject({ code: 'cursor-invalid' });
  });

  it('of a moment need it named', async () => {
    const call = 'GET /api/local/v1/libraries/:library_id/moments/entries/';
    expect(parseSnapshotEntries(sentTo(call, { commit: COMMIT })).commitId).toBe(COMMIT);
    expect(await refusalOf(() => parseSnapshotEntries(sentTo(call)))).toMatchObject({
      code: 'argument-missing',
    });
  });

  it('say of programs that they are some', () => {
    const nobody = () => ({ email: '', name: '', contactEmail: '' });
    const isProgram = (mode: number) =>
      localEntry({ ...file('a', 1, 1), mode } as unknown as Dirent, nobody).executable;
    expect([isProgram(0o100755), isProgram(0o100644)]).toEqual([true, false]);
    expect(localEntry(folder('x', 1), nobody)).toMatchObject({ kind: 'dir', size: 0, executable: false });
  });
});

it('a list holds something, and no more than it may', async () => {
  const names = (list: unknown) =>
    requiredList(
      sentTo('POST /api/local/v1/libraries/:library_id/zip-link/', { folder: '/', names: list }),
      'names',
      2,
    );
  expect(names(['a', '', 'b'])).toEqual(['a', 'b']);
  for (const list of [[], [''], undefined])
    expect(await refusalOf(() => names(list))).toMatchObject({ code: 'argument-missing' });
  for (const list of [['a', 'b', 'c'], ['a', null], [['a']], { 0: 'a' }])
    expect(await refusalOf(() => names(list))).toMatchObject({
      code: 'argument-invalid',
      detail: { field: 'names' },
    });
});
