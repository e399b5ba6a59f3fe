import { beforeEach, describe, expect, it } from 'vitest';
import { UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { itemCalls } from '../../support/item-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { sharingCalls } from '../../support/sharing-calls.ts';
import {
  expectTokenNeeded,
  libraryNotFound,
  PERMISSION_DENIED,
  useCast,
  userCalls,
} from '../../support/user-calls.ts';

const PATH = '/api/v2.1/smart-link/';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const app = useApp();
const cast = useCast(app);
const user = userCalls(app);
const sharing = sharingCalls(app);
const { ask, call, makeFile, makeFolder } = itemCalls(app, () => cast().owner);
let library: string;
const error = (status: number, text: string) => ({ status, body: { error_msg: text } });

interface Link {
  readonly smart_link: string;
  readonly smart_link_token: string;
  readonly name: string;
}

const askFor = (path: string, isDir = false, token = cast().owner, id = library) =>
  ask('GET', `${PATH}?${new URLSearchParams({ repo_id: id, path, is_dir: String(isDir) })}`, { token });
const linkTo = async (path: string, isDir = false) => (await askFor(path, isDir)).body as Link;
const open = (token: string, by = cast().owner) =>
  ask('GET', `/api/v2.1/smart-links/${token}/`, { token: by });

beforeEach(async () => {
  library = await user.makeLibrary(cast().owner, 'Papers');
  await makeFolder(library, '/docs');
  await makeFile(library, '/docs/a.txt');
});

describe('/api/v2.1/smart-link/', () => {
  it('answers nobody without a token', async () => {
    await expectTokenNeeded(app(), 'GET', PATH);
  });

  it('gives the address of a file, a folder and a library, the same to everybody', async () => {
    const token = expect.stringMatching(UUID);
    const link = expect.stringMatching(new RegExp(`^${app().url}/smart-link/[0-9a-f-]{36}/$`));
    const file = await askFor('/docs/a.txt');
    expect(file).toEqual({
      status: 200,
      body: { smart_link: link, smart_link_token: token, name: 'a.txt' },
    });
    const { smart_link: address, smart_link_token: known } = file.body as Link;
    expect(address).toBe(`${app().url}/smart-link/${known}/`);
    expect(await askFor('docs/a.txt')).toEqual(file);
    expect(await askFor('/docs/', true)).toMatchObject({ status: 200, body: { name: 'docs' } });
    expect(await askFor('/', true)).toMatchObject({ status: 200, body: { name: '' } });
    await sharing.shareWithUser(cast().owner, library, 'ben@example.com', 'r');
    expect(await askFor('/docs/a.txt', false, cast().stranger)).toEqual(file);
  });

  it('says what is wrong, in the words of real servers', async () => {
    const query = (fields: Record<string, string>) => ask('GET', `${PATH}?${new URLSearchParams(fields)}`);
    expect(await query({})).toEqual(error(400, 'repo_id invalid.'));
    expect(await query({ repo_id: library })).toEqual(error(400, 'path invalid.'));
    expect(await query({ repo_id: library, path: '/a' })).toEqual(error(400, 'is_dir invalid.'));
    expect(await query({ repo_id: library, path: '/a', is_dir: 'x' })).toEqual(
      error(400, "is_dir can only be 'true' or 'false'."),
    );
    expect(await askFor('/none')).toEqual(error(404, 'File /none not found.'));
    expect(await askFor('/docs')).toEqual(error(404, 'File /docs not found.'));
    expect(await askFor('/docs/a.txt', true)).toEqual(error(404, 'Folder /docs/a.txt not found.'));
    expect(await askFor('/docs', true, cast().owner, UNKNOWN_LIBRARY)).toEqual(
      libraryNotFound(UNKNOWN_LIBRARY),
    );
    expect(await askFor('/docs/a.txt', false, cast().stranger)).toEqual(PERMISSION_DENIED);
  });
});

describe('/api/v2.1/smart-links/{token}/', () => {
  it('tells where the item is, also when it was renamed and its folder was moved', async () => {
    const { smart_link_token: token } = await linkTo('/docs/a.txt');
    const at = (path: string) => ({ status: 200, body: { repo_id: library, path, is_dir: false } });
    expect(await open(token)).toEqual(at('/docs/a.txt'));
    await call('POST', `/api/v2.1/repos/${library}/file/?p=/docs/a.txt`, {
      form: { operation: 'rename', newname: 'b.txt' },
    });
    expect(await open(token)).toEqual(at('/docs/b.txt'));
    await call('POST', `/api/v2.1/repos/${library}/dir/?p=/docs`, {
      form: { operation: 'rename', newname: 'letters' },
    });
    expect(await open(token)).toEqual(at('/letters/b.txt'));
    expect((await linkTo('/letters/b.txt')).smart_link_token).toBe(token);
  });

  it('opens for those who reach the library, as long as they do', async () => {
    const { smart_link_token: token } = await linkTo('/docs', true);
    expect(await open(token, cast().stranger)).toEqual(PERMISSION_DENIED);
    await user.removeLibrary(cast().owner, library);
    expect((await open(token)).status).toBe(404);
    expect(await open('00000000-0000-4000-8000-000000000000')).toEqual(error(400, 'token invalid.'));
    expect(await open('nonsense')).toEqual(error(400, 'token invalid.'));
  });

  it('is what our own page asks, and the address leads to it', async () => {
    const { smart_link: address, smart_link_token: token } = await linkTo('/docs/a.txt');
    const led = await app().call('GET', new URL(address).pathname);
    expect([led.status, led.headers.get('location')]).toEqual([302, `/#/smart-link/${token}`]);
    const local = (by: string, of = token) =>
      app().call('GET', `/api/local/v1/smart-links/${of}/`, { token: by });
    expect((await local(cast().owner)).json).toEqual({
      library_id: library,
      path: '/docs/a.txt',
      is_dir: false,
    });
    expect((await local(cast().stranger)).status).toBe(403);
    expect((await local(cast().owner, 'none')).json).toMatchObject({ error_code: 'link-not-found' });
  });
});
