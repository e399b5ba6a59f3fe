import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { A_TIMESTAMP, adminCalls, outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { commitEdit } from '../../support/disk-commits.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';
import {
  expectMethodRefused,
  expectTokenNeeded,
  FORTY_HEX,
  libraryNotFound,
  PERMISSION_DENIED,
  useCast,
  userCalls,
} from '../../support/user-calls.ts';

interface Page {
  readonly data: { readonly commit_id: string; readonly description: string; readonly time: string }[];
  readonly more: boolean;
}

describe('GET /api/v2.1/repos/{id}/history/', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const admin = adminCalls(app);
  const linkedLibrary = useLinkedLibraries(app);
  const path = (library: string) => `/api/v2.1/repos/${library}/history/`;
  const ask = async (token: string, library: string, query = '') =>
    outcome(await app().call('GET', path(library) + query, { token }));
  const page = async (query: string) => (await ask(cast().owner, id, query)).body as Page;
  /** A library with five commits: its creation and four names. */
  let id = '';

  beforeAll(async () => {
    id = await user.makeLibrary(cast().owner, 'Name 0');
    for (const number of [1, 2, 3, 4]) {
      const form = { repo_name: `Name ${number}` };
      await app().call('POST', `/api2/repos/${id}/?op=rename`, { token: cast().owner, form });
    }
  });

  it('shows every field of the first commit of a library', async () => {
    const library = await user.makeLibrary(cast().owner, 'Fresh');
    expect(await ask(cast().owner, library)).toEqual({
      status: 200,
      body: {
        data: [
          {
            commit_id: FORTY_HEX,
            time: A_TIMESTAMP,
            description: 'Created library',
            creator: 'ann@example.com',
            email: 'ann@example.com',
            name: 'ann',
            contact_email: 'ann@example.com',
            client_version: null,
            device_name: null,
            second_parent_id: null,
            tags: [],
          },
        ],
        more: false,
      },
    });
  });

  it('shows what came from a folder on disk, in the words of sync clients', async () => {
    const linked = await linkedLibrary({ name: 'From disk', files: { 'a.txt': 'a' } });
    const head = await commitEdit(app(), linked, () => writeFile(join(linked.folder, 'a.txt'), 'changed'));
    const { body } = await ask(cast().administrator, linked.libraryId);
    expect((body as Page).data[0]).toEqual({
      commit_id: head,
      time: A_TIMESTAMP,
      description: 'Added or modified "a.txt".\n',
      creator: 'admin@example.com',
      email: 'admin@example.com',
      name: 'admin',
      contact_email: 'admin@example.com',
      client_version: null,
      device_name: hostname(),
      second_parent_id: null,
      tags: [],
    });
    const lines = (body as Page).data.map(({ description }) => description);
    expect(lines).toEqual([
      'Added or modified "a.txt".\n',
      'Added or modified "a.txt".\n',
      'Created library',
    ]);
  }, 30_000);

  it('shows what the server itself did in the words of servers', async () => {
    const library = await user.makeLibrary(cast().owner, 'By hand');
    await admin.makeFolder(library, '/', 'docs');
    await admin.call('DELETE', `libraries/${library}/dirent/?path=/docs`);
    expect(await user.history(cast().owner, library)).toMatchObject([
      { description: 'Removed directory "docs"', creator: 'admin@example.com' },
      { description: 'Added directory "docs"', creator: 'admin@example.com' },
      { description: 'Created library', creator: 'ann@example.com' },
    ]);
  });

  it('is in order, newest first, up to the head', async () => {
    const { data, more } = await page('');
    expect(data).toHaveLength(5);
    expect(more).toBe(false);
    expect(data[4]).toMatchObject({ description: 'Created library' });
    expect(data[0]?.commit_id).toBe((await user.state(cast().owner, id)).head_commit_id);
    const times = data.map(({ time }) => time);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(new Set(data.map(({ commit_id: commit }) => commit)).size).toBe(5);
  });

  it.each([
    { query: '?page=1&per_page=2', shown: [0, 1], more: true },
    { query: '?page=2&per_page=2', shown: [2, 3], more: true },
    { query: '?page=3&per_page=2', shown: [4], more: false },
    { query: '?page=4&per_page=2', shown: [], more: false },
    { query: '?per_page=4', shown: [0, 1, 2, 3], more: true },
    { query: '?per_page=5', shown: [0, 1, 2, 3, 4], more: false },
    { query: '?per_page=100000', shown: [0, 1, 2, 3, 4], more: false },
    { query: '?page=1000000000', shown: [], more: false },
    { query: '?page=999999999999999&per_page=1000', shown: [], more: false },
    { query: '?page=abc&per_page=2', shown: [0, 1, 2, 3, 4], more: false },
    { query: '?page=2&per_page=abc', shown: [0, 1, 2, 3, 4], more: false },
    { query: '?page=1.5', shown: [0, 1, 2, 3, 4], more: false },
  ])('pages by $query', async ({ query, shown, more }) => {
    const { data } = await page('');
    expect(await page(query)).toEqual({ data: shown.map((index) => data[index]), more });
  });

  it('shows a hundred commits when no number is named', async () => {
    const library = await user.makeLibrary(cast().stranger, 'Long');
    const rename = (name: string) =>
      app().call('POST', `/api2/repos/${library}/?op=rename`, {
        token: cast().stranger,
        form: { repo_name: name },
      });
    for (let number = 1; number <= 100; number++) await rename(`Name ${number}`);
    const first = (await ask(cast().stranger, library)).body as Page;
    expect([first.data.length, first.more]).toEqual([100, true]);
    const second = (await ask(cast().stranger, library, '?page=2')).body as Page;
    expect(second).toMatchObject({ data: [{ description: 'Created library' }], more: false });
  }, 30_000);

  it.each([
    { query: '?page=0', text: 'page invalid.' },
    { query: '?page=-1', text: 'page invalid.' },
    { query: '?per_page=0', text: 'per_page invalid.' },
    { query: '?per_page=-5', text: 'per_page invalid.' },
    { query: '?page=0&per_page=0', text: 'page invalid.' },
  ])('refuses $query', async ({ query, text }) => {
    expect(await ask(cast().owner, id, query)).toEqual({ status: 400, body: { error_msg: text } });
  });

  it('refuses a page that is named twice, and a query that is no text', async () => {
    for (const query of ['?page=1&page=2', '?page=%zz', '?page=%ff', '?page=1%00']) {
      expect((await ask(cast().owner, id, query)).status).toBe(400);
    }
  });

  it('refuses in the order: unknown library, caller, bad page', async () => {
    const unknown = libraryNotFound(UNKNOWN_LIBRARY);
    expect(await ask(cast().stranger, UNKNOWN_LIBRARY, '?page=0')).toEqual(unknown);
    expect(await ask(cast().stranger, id, '?page=0')).toEqual(PERMISSION_DENIED);
  });

  it('shows only the head when nothing is kept', async () => {
    const library = await user.makeLibrary(cast().owner, 'Forgetful');
    const form = { repo_name: 'Forgetful still' };
    await app().call('POST', `/api2/repos/${library}/?op=rename`, { token: cast().owner, form });
    await user.setKeepDays(cast().owner, library, 0);
    const { head_commit_id: head } = await user.state(cast().owner, library);
    expect(await ask(cast().owner, library)).toMatchObject({
      body: { data: [{ commit_id: head, description: 'Changed library name or description' }], more: false },
    });
    expect((await ask(cast().owner, library, '?per_page=1')).body).toMatchObject({ more: false });
  });

  it('is open to every member of the department that owns the library', async () => {
    const plans = await admin.makeLibrary('Plans', cast().department);
    for (const who of ['departmentAdmin', 'departmentMember'] as const) {
      expect(await ask(cast()[who], plans)).toMatchObject({
        status: 200,
        body: { data: [{ description: 'Created library', creator: 'admin@example.com' }] },
      });
    }
    expect(await ask(cast().owner, plans)).toEqual(PERMISSION_DENIED);
  });

  it('is open to the owner of read-only and of encrypted libraries', async () => {
    const form = { name: 'Secret', passwd: 'p' };
    const made = await app().call('POST', '/api2/repos/', { token: cast().owner, form });
    const { repo_id: secret } = made.json as { repo_id: string };
    await admin.update(secret, { status: 'read-only' });
    expect(await ask(cast().owner, secret)).toMatchObject({ status: 200, body: { more: false } });
  });

  it.each(['stranger', 'administrator', 'departmentMember'] as const)('refuses the %s', async (who) => {
    expect(await ask(cast()[who], id)).toEqual(PERMISSION_DENIED);
  });

  it('knows no deleted library and no unknown one', async () => {
    const gone = await user.makeLibrary(cast().owner, 'Gone');
    await user.removeLibrary(cast().owner, gone);
    expect(await ask(cast().owner, gone)).toEqual(libraryNotFound(gone));
    expect(await ask(cast().owner, UNKNOWN_LIBRARY)).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
  });

  it('answers nobody without a valid token', async () => {
    await expectTokenNeeded(app(), 'GET', path(id));
  });

  it.each(['POST', 'PUT', 'DELETE'])('knows no %s', async (method) => {
    await expectMethodRefused(app(), method, path(id), ['GET']);
  });
});
