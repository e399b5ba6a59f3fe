import { beforeAll, describe, expect, it } from 'vitest';
import { outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { unzipped } from '../../support/unzipped.ts';
import { uploadCalls } from '../../support/uploads.ts';
import { libraryNotFound, PERMISSION_DENIED, useCast, userCalls } from '../../support/user-calls.ts';

const A_TOKEN: unknown = expect.stringMatching(/^[0-9a-f-]{36}$/);
const refused = (status: number, error_msg: string) => ({ status, body: { error_msg } });

describe('an archive', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const { uploadLink, send } = uploadCalls(app);
  let id = '';

  beforeAll(async () => {
    id = await user.makeLibrary(cast().owner, 'Travels');
    const link = await uploadLink(cast().owner, id);
    const put = (relative_path: string, name: string, text: string) =>
      send(link, { parent_dir: '/', relative_path, last_modify: '2001-02-03T12:00:00Z' }, [[name, text]]);
    await put('photos/Zürich', 'Übung.txt', 'lake');
    await put('photos', 'empty', '');
    await put('', 'plan.txt', 'plan');
  });

  const path = (library = id) => `/api/v2.1/repos/${library}/zip-task/`;
  const ask = async (json: unknown, { token = cast().owner, library = id } = {}) =>
    outcome(await app().call('POST', path(library), { token, json }));
  const tokenFor = async (json: unknown): Promise<string> =>
    ((await ask(json)).body as { zip_token: string }).zip_token;
  const fetched = async (token: string) => fetch(new URL(`/seafhttp/zip/${token}`, app().url));
  const members = async (json: unknown) =>
    unzipped(Buffer.from(await (await fetched(await tokenFor(json))).arrayBuffer()));
  const progress = async (token: string) =>
    outcome(await app().call('GET', `/api/v2.1/query-zip-progress/?token=${token}`));

  it('holds a folder with all below it, names in UTF-8 and times', async () => {
    const wanted = { parent_dir: '/', dirents: ['photos'] };
    expect(await ask(wanted)).toEqual({ status: 200, body: { zip_token: A_TOKEN } });
    const response = await fetched(await tokenFor(wanted));
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(response.headers.get('content-disposition')).toContain(`filename="photos.zip"`);
    const found = unzipped(Buffer.from(await response.arrayBuffer()));
    expect(found.map(({ name, text, isUtf8 }) => [name, text, isUtf8])).toEqual([
      ['photos/', '', true],
      ['photos/Zürich/', '', true],
      ['photos/Zürich/Übung.txt', 'lake', true],
      ['photos/empty', '', true],
    ]);
    expect(found[2]?.modified).toBe('2001-2-3');
  });

  it('mixes files and folders, under the name of the day', async () => {
    const wanted = { parent_dir: '/', dirents: ['plan.txt', 'photos', 'plan.txt'] };
    const names = (await members(wanted)).map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(['plan.txt', 'photos/']);
    expect(names).toHaveLength(5);
    const { headers } = await fetched(await tokenFor(wanted));
    expect(headers.get('content-disposition')).toMatch(/"documents-export-\d{4}-\d{1,2}-\d{1,2}\.zip"$/);
  });

  it('holds the whole library when that is asked for', async () => {
    const names = (await members({ parent_dir: '/', dirents: ['/'] })).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Travels/', 'Travels/plan.txt', 'Travels/photos/empty']));
  });

  it('is asked for in forms and queries as well', async () => {
    const form = { parent_dir: '/photos', dirents: 'Zürich' };
    const posted = await app().call('POST', path(), { token: cast().owner, form });
    expect(outcome(posted)).toEqual({ status: 200, body: { zip_token: A_TOKEN } });
    const query = new URLSearchParams(form).toString();
    const got = await app().call('GET', `${path()}?${query}`, { token: cast().owner });
    expect(outcome(got)).toEqual({ status: 200, body: { zip_token: A_TOKEN } });
  });

  it('is what it was when it was asked for', async () => {
    const library = await user.makeLibrary(cast().owner, 'Changing');
    const link = await uploadLink(cast().owner, library);
    await send(link, { parent_dir: '/', relative_path: 'f' }, [['a', 'one']]);
    const wanted = { parent_dir: '/', dirents: ['f'] };
    const { body } = await ask(wanted, { library });
    await send(link, { parent_dir: '/', relative_path: 'f', replace: '1' }, [['a', 'two']]);
    const archive = await fetched((body as { zip_token: string }).zip_token);
    expect(unzipped(Buffer.from(await archive.arrayBuffer()))[1]?.text).toBe('one');
  });

  it('is ready at once, until it is cancelled', async () => {
    const token = await tokenFor({ parent_dir: '/', dirents: ['photos'] });
    const ready = { zipped: 2, total: 2, failed: 0, failed_reason: '', canceled: 0 };
    expect(await progress(token)).toEqual({ status: 200, body: ready });
    const cancel = { form: { token } };
    const canceled = outcome(await app().call('POST', '/api/v2.1/cancel-zip-task/', cancel));
    expect(canceled).toEqual({ status: 200, body: { success: true } });
    expect(await progress(token)).toEqual({ status: 200, body: { ...ready, canceled: 1 } });
    expect((await fetched(token)).status).toBe(403);
  });

  it('is refused in the order of real servers', async () => {
    const unknown = { library: UNKNOWN_LIBRARY };
    expect(await ask({}, unknown)).toEqual(refused(400, 'parent_dir invalid.'));
    expect(await ask({ parent_dir: '/' }, unknown)).toEqual(refused(400, 'dirents invalid.'));
    const wanted = { parent_dir: '/', dirents: ['nothing'] };
    expect(await ask(wanted, unknown)).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
    expect(await ask(wanted, { token: cast().stranger })).toEqual(PERMISSION_DENIED);
    expect(await ask(wanted)).toEqual(refused(404, 'Folder /nothing not found.'));
    const file = { parent_dir: '/', dirents: ['plan.txt'] };
    expect(await ask(file)).toEqual(refused(404, 'Folder /plan.txt not found.'));
    for (const dirents of [[], [''], ['..'], ['a/b'], ['photos', '/']]) {
      expect(await ask({ parent_dir: '/', dirents })).toEqual(refused(400, 'dirents invalid.'));
    }
    expect(await ask({ parent_dir: '../x', dirents: ['a'] })).toEqual(refused(400, 'parent_dir invalid.'));
  });

  it('has no token that somebody made up', async () => {
    const made = '8a4f1d4c-1111-4222-8333-444455556666';
    expect(await progress('')).toEqual(refused(400, 'token invalid.'));
    expect((await progress(made)).status).toBe(404);
    const archive = await fetched(made);
    expect([archive.status, await archive.text()]).toEqual([403, 'Access token not found']);
  });
});
