import { beforeAll, describe, expect, it } from 'vitest';
import type { CommitJson } from '../../../src-shared/contents-api.ts';
import type {
  FoundCommitsJson,
  MarkedEntriesPageJson,
  PinJson,
  RestoredSnapshotJson,
  SnapshotJson,
  UndoneJson,
} from '../../../src-shared/history-browsing-api.ts';
import type { RestoreJson } from '../../../src-shared/libraries-api.ts';
import { type LinkedLibrary, useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';
import { FORTY_HEX } from '../../support/user-calls.ts';

describe('looking back on /api/local/v1/libraries/{id}/', () => {
  const app = useApp();
  const linkedLibrary = useLinkedLibraries(app);
  let linked: LinkedLibrary;
  let first: CommitJson;
  let second: CommitJson;

  async function ask(method: string, path: string, json?: object) {
    const address = `/api/local/v1/libraries/${linked.libraryId}/${path}`;
    const answer = await app().call(method, address, {
      token: app().adminToken,
      ...(json === undefined ? {} : { json }),
    });
    return { status: answer.status, body: JSON.parse(answer.text) as unknown };
  }

  async function search(query: string): Promise<CommitJson[]> {
    const { status, body } = await ask('GET', `history/search/${query}`);
    expect(status).toBe(200);
    return (body as FoundCommitsJson).commits;
  }

  beforeAll(async () => {
    linked = await linkedLibrary({ name: 'Looked back at', files: { 'a.txt': 'one', 'b.txt': 'two' } });
    await linked.change({ 'a.txt': 'one, longer' });
    // What the tests change in the library is not to be written out while the folder is cleaned up.
    await app().call('DELETE', `/api/local/v1/folders/${linked.folderId}/`, { token: app().adminToken });
    const [newest, older] = await search('');
    if (newest === undefined || older === undefined) throw new Error('two commits were made');
    [second, first] = [newest, older];
  }, 40_000);

  it('finds commits by everything that they can be filtered by', async () => {
    expect(await search('?type=modified')).toEqual([second]);
    expect(await search('?path=/b.txt')).toEqual([first]);
    expect(await search('?text=a.txt&by=admin&after=1&before=9999999999')).toEqual([second, first]);
    expect(await search('?device=nothing')).toEqual([]);
    expect((await ask('GET', 'history/facets/')).body).toEqual({
      people: [{ email: 'admin@example.com', name: 'admin' }],
      devices: expect.any(Array),
    });
    expect((await ask('GET', 'history/activity/?utc_offset=60')).body).toMatchObject({
      days: [{ day: expect.any(Number), commits: 3 }],
      is_cut: false,
    });
  });

  it('says what each commit did, for titles', async () => {
    expect(second.summary).toEqual({
      ...{ reason: 'changes', at: null },
      parts: [{ kind: 'modified', items: 1, dirs: 0, files: 1, folders: 0, name: 'a.txt', to: '' }],
    });
    expect(first.summary?.parts).toEqual([
      { kind: 'added', items: 2, dirs: 0, files: 2, folders: 0, name: 'a.txt', to: '' },
    ]);
    const { commits } = (await ask('GET', 'history/')).body as FoundCommitsJson;
    expect(commits.at(-1)?.summary).toEqual({ reason: 'creation', at: null, parts: [] });
  });

  it('says what undoing would do, does it, and undoes that', async () => {
    const undo = `commits/${second.id}/undo/`;
    const dry = await ask('POST', undo, { dry_run: true });
    expect(dry).toEqual({
      status: 200,
      body: {
        commit_id: null,
        previous_commit_id: null,
        steps: [{ action: 'old-content', path: '/a.txt', from_path: '', is_dir: false, files: 1, bytes: 3 }],
        step_count: 1,
        files: 1,
        removals: 0,
        removal_bytes: 0,
        left_alone: [],
        left_alone_count: 0,
      } satisfies UndoneJson,
    });
    const done = (await ask('POST', undo, { dry_run: false, paths: ['/a.txt'] })).body as UndoneJson;
    expect(done).toMatchObject({ commit_id: FORTY_HEX, previous_commit_id: second.id });
    const again = (await ask('POST', undo, { dry_run: false })).body as UndoneJson;
    expect(again).toMatchObject({ commit_id: null, step_count: 0 });
    await ask('POST', `commits/${done.commit_id}/undo/`, { dry_run: false });
    const [redone, undone] = await search('');
    expect([undone?.summary?.reason, redone?.summary?.reason]).toEqual(['undo', 'redo']);
    expect((await ask('POST', undo, { dry_run: true })).body).toMatchObject({ step_count: 1 });
  });

  it('says how much undoing takes away, before it does', async () => {
    const { body } = await ask('POST', `commits/${first.id}/undo/`, { dry_run: true });
    expect(body).toMatchObject({
      steps: [{ action: 'remove', path: '/b.txt', is_dir: false, files: 1, bytes: 3 }],
      ...{ files: 1, removals: 1, removal_bytes: 3 },
      left_alone: [{ path: '/a.txt', reason: 'changed-since' }],
    });
  });

  it('says whether bringing back made a commit', async () => {
    const wanted = { path: '/a.txt', commit_id: first.id };
    const { body } = await ask('POST', 'restore/', wanted);
    expect(body).toMatchObject({ commit_id: FORTY_HEX, changed: true });
    expect((await ask('POST', 'restore/', wanted)).body).not.toHaveProperty('changed');
    const { commit_id } = body as RestoreJson;
    await ask('POST', `commits/${commit_id}/undo/`, { dry_run: false });
  });

  it('shows a moment and what has become of what was there, and restores it', async () => {
    const moment = (await ask('GET', `moments/?commit=${first.id}`)).body as SnapshotJson;
    expect(moment).toMatchObject({ commit: first, number: 2, oldest: 1, newer_commit_id: second.id });
    expect((await ask('GET', 'moments/')).body).toMatchObject({ number: moment.newest });
    expect((await ask('GET', 'moments/?number=2')).body).toMatchObject({ commit: { id: first.id } });
    expect((await ask('GET', `moments/?at=${second.time}`)).status).toBe(200);
    const page = (await ask('GET', `moments/entries/?commit=${first.id}`)).body as MarkedEntriesPageJson;
    expect([page.entries.map(({ name, mark }) => [name, mark]), page.differing]).toEqual([
      [
        ['a.txt', 'changed'],
        ['b.txt', 'same'],
      ],
      1,
    ]);
    expect(page.entries[0]).toMatchObject({ modifier: 'admin@example.com', modifier_name: 'admin' });
    const wanted = { commit_id: first.id, paths: ['/'], mode: 'in-place', except: [], dry_run: true };
    const dry = (await ask('POST', 'moments/restore/', wanted)).body as RestoredSnapshotJson;
    expect(dry).toEqual({
      commit_id: null,
      previous_commit_id: null,
      steps: [{ action: 'overwrite', path: '/a.txt', is_dir: false, files: 1, bytes: 3 }],
      step_count: 1,
      creates: 0,
      overwrites: 1,
      removals: 0,
      bytes: 3,
      removal_bytes: 0,
      blocked: [],
    });
    const beside = { ...wanted, paths: ['/b.txt'], mode: 'beside', dry_run: false };
    expect((await ask('POST', 'moments/restore/', beside)).body).toMatchObject({
      commit_id: FORTY_HEX,
      steps: [{ action: 'create', path: '/b (1).txt' }],
    });
  });

  it('pins and unpins moments', async () => {
    expect(await ask('PUT', `commits/${first.id}/pin/`, { name: 'Before' })).toEqual({
      status: 200,
      body: { success: true },
    });
    expect((await ask('GET', 'pins/')).body).toEqual([
      { commit: first, name: 'Before', pinned_by: 'admin@example.com', pinned_at: expect.any(Number) },
    ] satisfies PinJson[]);
    expect((await ask('DELETE', `commits/${first.id}/pin/`)).status).toBe(200);
    expect((await ask('GET', 'pins/')).body).toEqual([]);
  });

  it('writes notes, shows them with the commit, finds them and takes them away', async () => {
    expect(await ask('PUT', `commits/${first.id}/note/`, { note: 'Asked for by Ben' })).toEqual({
      ...{ status: 200, body: { success: true } },
    });
    expect(await search('?text=ben&language=de')).toEqual([{ ...first, note: 'Asked for by Ben' }]);
    expect((await ask('DELETE', `commits/${first.id}/note/`)).status).toBe(200);
    expect(await search('?text=ben')).toEqual([]);
  });

  it.each([
    ['GET', 'history/search/?language=xx', 400, 'argument-invalid'],
    ['PUT', `commits/${'c'.repeat(40)}/note/`, 400, 'argument-missing'],
    ['DELETE', `commits/${'c'.repeat(40)}/note/`, 404, 'commit-not-found'],
    ['GET', 'history/search/?type=moved', 400, 'argument-invalid'],
    ['GET', 'history/search/?cursor=!', 400, 'cursor-invalid'],
    ['GET', 'history/search/?path=a/b', 400, 'path-invalid'],
    ['GET', 'moments/?number=0', 400, 'argument-invalid'],
    ['GET', `moments/?commit=${'c'.repeat(40)}`, 404, 'commit-not-found'],
    ['GET', 'moments/entries/', 400, 'argument-missing'],
    ['POST', 'moments/restore/', 400, 'argument-missing'],
    ['POST', `commits/${'c'.repeat(40)}/undo/`, 404, 'commit-not-found'],
    ['PUT', `commits/${'c'.repeat(40)}/pin/`, 400, 'argument-missing'],
    ['DELETE', `commits/${'c'.repeat(40)}/pin/`, 404, 'commit-not-found'],
  ])('refuses %s %s', async (method, path, status, code) => {
    expect(await ask(method, path)).toMatchObject({ status, body: { error_code: code } });
  });
});
