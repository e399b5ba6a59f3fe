import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { A_TIMESTAMP, adminCalls, outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { commitEdit } from '../../support/disk-commits.ts';
import { type LinkedLibrary, useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';
import { sendBytes, unreadableBodies } from '../../support/unreadable-bodies.ts';
import {
  expectClearRefusal,
  expectTokenNeeded,
  FORTY_HEX,
  libraryNotFound,
  PERMISSION_DENIED,
  useCast,
  userCalls,
} from '../../support/user-calls.ts';

interface Page {
  readonly data: { readonly obj_name: string; readonly parent_dir: string; readonly obj_id: string }[];
  readonly more: boolean;
  readonly scan_stat: string | null;
}

const EMPTY = { status: 200, body: { data: [], more: false, scan_stat: null } };
const KEPT = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`kept/${index}.txt`, `${index}`]));

describe('GET /api/v2.1/repos/{id}/trash/', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const admin = adminCalls(app);
  const linkedLibrary = useLinkedLibraries(app);
  const path = (library: string) => `/api/v2.1/repos/${library}/trash/`;
  const ask = async (token: string, library: string, query = '') =>
    outcome(await app().call('GET', path(library) + query, { token }));
  /** Pages of the administrator's linked library. */
  const page = async (query = '') => (await ask(cast().administrator, linked.libraryId, query)).body as Page;
  let linked: LinkedLibrary;
  const at = (name: string) => join(linked.folder, name);
  const commit = (edit: () => Promise<void>) => commitEdit(app(), linked, edit);
  const names = async (query = '') => (await page(query)).data.map(({ obj_name: name }) => name);

  beforeAll(async () => {
    const files = { ...KEPT, 'a.txt': 'alpha', 'docs/b.txt': 'beta', 'docs/deep/c.txt': 'gamma' };
    linked = await linkedLibrary({ name: 'Edited', files });
  }, 30_000);

  it('is empty while nothing was deleted', async () => {
    const library = await user.makeLibrary(cast().owner, 'Untouched');
    expect(await ask(cast().owner, library)).toEqual(EMPTY);
  });

  it('shows every field of a deleted file, with the last commit that held it', async () => {
    const { head_commit_id: before } = await user.state(cast().administrator, linked.libraryId);
    await commit(() => rm(at('docs/deep/c.txt')));
    const { data, more, scan_stat: next } = await page();
    expect([data[0], more, next]).toEqual([
      {
        parent_dir: '/docs/deep/',
        obj_name: 'c.txt',
        deleted_time: A_TIMESTAMP,
        scan_stat: null,
        commit_id: before,
        is_dir: false,
        size: 5,
        obj_id: FORTY_HEX,
      },
      false,
      null,
    ]);
    const held = `/api/local/v1/libraries/${linked.libraryId}/entries/?path=/docs/deep&commit=${before}`;
    const { json } = await app().call('GET', held, { token: cast().administrator });
    expect(json).toMatchObject({ entries: [{ name: 'c.txt', id: data[0]?.obj_id, size: 5 }] });
  }, 30_000);

  it('shows a deleted folder as one item without size and object', async () => {
    await commit(async () => {
      await mkdir(at('gone/inside'), { recursive: true });
      await writeFile(at('gone/inside/d.txt'), 'delta');
    });
    const { head_commit_id: before } = await user.state(cast().administrator, linked.libraryId);
    await commit(() => rm(at('gone'), { recursive: true }));
    expect((await page()).data[0]).toEqual({
      parent_dir: '/',
      obj_name: 'gone',
      deleted_time: A_TIMESTAMP,
      scan_stat: null,
      commit_id: before,
      is_dir: true,
      size: 0,
      obj_id: '',
    });
    expect(await names()).not.toContain('d.txt');
  }, 30_000);

  it('is in order, newest deletion first, and shows nothing that was only renamed', async () => {
    await commit(() => rm(at('docs/b.txt')));
    await commit(() => rename(at('a.txt'), at('renamed.txt')));
    await commit(() => rename(at('kept/0.txt'), at('docs/moved.txt')));
    expect(await names()).toEqual(['b.txt', 'gone', 'c.txt']);
  }, 30_000);

  it('shows nothing that is there again', async () => {
    await commit(() => rm(at('kept/1.txt')));
    expect(await names()).toContain('1.txt');
    await commit(() => writeFile(at('kept/1.txt'), 'another one'));
    expect(await names()).not.toContain('1.txt');
  }, 30_000);

  it('keeps showing a file whose path became a folder', async () => {
    await commit(() => rm(at('kept/2.txt')));
    await commit(async () => void (await mkdir(at('kept/2.txt'))));
    expect(await names()).toContain('2.txt');
  }, 30_000);

  it('narrows to a folder, all below it included', async () => {
    expect(await names('?path=/docs')).toEqual(['b.txt', 'c.txt']);
    expect(await names('?path=/docs/')).toEqual(['b.txt', 'c.txt']);
    expect(await names('?path=/docs/deep')).toEqual(['c.txt']);
    expect(await names('?path=/kept')).toEqual(['2.txt']);
    expect(await names('?path=')).toEqual(await names());
  });

  it.each([
    '?show_days=0',
    '?show_days=1',
    '?show_days=abc',
    '?show_days=',
    '?show_days=999999999',
    '?scan_stat=',
    '?unknown=1',
  ])('shows everything of today for %s', async (query) => {
    const all = await names();
    expect(all.length).toBeGreaterThan(2);
    expect(await names(query)).toEqual(all);
  });

  it('answers POST with the same names in form, multipart or JSON as GET', async () => {
    const token = cast().administrator;
    const wanted = { status: 200, body: await page('?path=/docs') };
    const post = async (options: object) =>
      outcome(await app().call('POST', path(linked.libraryId), { token, ...options }));
    expect(await post({ form: { path: '/docs' } })).toEqual(wanted);
    expect(await post({ multipart: { path: '/docs', show_days: '0' } })).toEqual(wanted);
    expect(await post({ json: { path: '/docs', scan_stat: null } })).toEqual(wanted);
    expect(await post({})).toEqual({ status: 200, body: await page() });
  });

  it('goes on where scan_stat says, a hundred items a page', async () => {
    const { libraryId, folder, folderId } = await linkedLibrary({ name: 'Many', files: { 'kept.txt': '' } });
    const many = { ...linked, libraryId, folder, folderId };
    const folders = Array.from({ length: 203 }, (_, index) => `folder ${index}`);
    await commitEdit(app(), many, async () => {
      for (const name of folders) await mkdir(join(folder, name));
    });
    await commitEdit(app(), many, async () => {
      for (const name of folders) await rm(join(folder, name), { recursive: true });
    });
    const next = async (scan: string) => {
      const query = scan === '' ? '' : `?scan_stat=${encodeURIComponent(scan)}`;
      return (await ask(cast().administrator, libraryId, query)).body as Page;
    };
    const first = await next('');
    expect([first.data.length, first.more]).toEqual([100, true]);
    const second = await next(first.scan_stat ?? 'none');
    expect([second.data.length, second.more]).toEqual([100, true]);
    const third = await next(second.scan_stat ?? 'none');
    expect([third.data.length, third.more, third.scan_stat]).toEqual([3, false, null]);
    const seen = [first, second, third].flatMap(({ data }) => data.map(({ obj_name: name }) => name));
    expect(seen.toSorted()).toEqual(folders.toSorted());
    const json = { scan_stat: first.scan_stat };
    const token = cast().administrator;
    expect((await app().call('POST', path(libraryId), { token, json })).json).toEqual(second);
    const elsewhere = `?scan_stat=${encodeURIComponent(first.scan_stat ?? '')}`;
    expect(await ask(token, linked.libraryId, elsewhere)).toEqual({
      status: 400,
      body: { error_msg: 'scan_stat invalid.' },
    });
  }, 30_000);

  it.each([
    { query: '?path=/nowhere', status: 404, text: 'Folder /nowhere not found.' },
    { query: '?path=/renamed.txt', status: 404, text: 'Folder /renamed.txt not found.' },
    { query: '?show_days=-1', status: 400, text: 'show_days invalid.' },
    { query: '?scan_stat=x', status: 400, text: 'scan_stat invalid.' },
    { query: '?scan_stat=1.1.AAAAAAAAAAA', status: 400, text: 'scan_stat invalid.' },
    { query: '?scan_stat=%5B%22ffff%22%5D', status: 400, text: 'scan_stat invalid.' },
  ])('refuses $query', async ({ query, status, text }) => {
    const answer = await ask(cast().administrator, linked.libraryId, query);
    expect(answer).toEqual({ status, body: { error_msg: text } });
  });

  it.each([
    '?path=docs',
    '?path=/docs/../kept',
    '?path=/%2e%2e/etc',
    '?path=/..%5cetc',
    `?path=/${'x'.repeat(5000)}`,
    '?path=/a%00b',
    '?path=%ff',
    '?path=%zz',
    '?path=/docs&path=/kept',
  ])('refuses the path of %s', async (query) => {
    const answer = await app().call('GET', path(linked.libraryId) + query, { token: cast().administrator });
    expect([400, 404]).toContain(answer.status);
    expectClearRefusal(answer, answer.status);
  });

  it('says of an unknown library first that it is unknown', async () => {
    const unknown = libraryNotFound(UNKNOWN_LIBRARY);
    expect(await ask(cast().owner, UNKNOWN_LIBRARY)).toEqual(unknown);
    expect(await ask(cast().owner, UNKNOWN_LIBRARY, '?path=/nowhere')).toEqual(unknown);
    expect(await ask(cast().owner, UNKNOWN_LIBRARY, '?show_days=-1')).toEqual(unknown);
  });

  it.each(['owner', 'stranger', 'departmentMember'] as const)(
    'refuses the %s who has no part in it',
    async (who) => {
      expect(await ask(cast()[who], linked.libraryId)).toEqual(PERMISSION_DENIED);
      const form = { path: '/' };
      const post = await app().call('POST', path(linked.libraryId), { token: cast()[who], form });
      expect(outcome(post)).toEqual(PERMISSION_DENIED);
    },
  );

  it('refuses an administrator of the server who does not own the library', async () => {
    const library = await user.makeLibrary(cast().owner, 'Private');
    expect(await ask(cast().administrator, library)).toEqual(PERMISSION_DENIED);
  });

  it('is open to every member of the department that owns the library', async () => {
    const plans = await admin.makeLibrary('Plans', cast().department);
    await admin.makeFolder(plans, '/', 'drafts');
    await admin.call('DELETE', `libraries/${plans}/dirent/?path=/drafts`);
    for (const who of ['departmentAdmin', 'departmentMember'] as const) {
      expect(await ask(cast()[who], plans)).toMatchObject({
        status: 200,
        body: { data: [{ parent_dir: '/', obj_name: 'drafts', is_dir: true }], more: false },
      });
    }
  });

  it('knows no deleted library', async () => {
    const gone = await user.makeLibrary(cast().owner, 'Gone');
    await user.removeLibrary(cast().owner, gone);
    expect(await ask(cast().owner, gone)).toEqual(libraryNotFound(gone));
  });

  it.each(unreadableBodies('path', '/'))('refuses $why', async (bytes) => {
    const call = { method: 'POST', path: path(linked.libraryId), token: cast().administrator };
    expectClearRefusal(await sendBytes(app(), call, bytes), bytes.status);
  });

  it('answers nobody without a valid token', async () => {
    await expectTokenNeeded(app(), 'GET', path(linked.libraryId));
    await expectTokenNeeded(app(), 'POST', path(linked.libraryId));
  });
});
