import { beforeAll, describe, expect, it } from 'vitest';
import { adminCalls, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { uploadCalls } from '../../support/uploads.ts';
import { expectTokenNeeded, libraryNotFound, useCast, userCalls } from '../../support/user-calls.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

describe.each(['upload', 'update'])('GET /api2/repos/{id}/%s-link/', (operation) => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const admin = adminCalls(app);
  let id = '';
  const path = (library = id) => `/api2/repos/${library}/${operation}-link/`;
  const ask = async (query = '', { token = cast().owner, library = id } = {}) => {
    const { status, json } = await app().call('GET', `${path(library)}${query}`, { token });
    return { status, json };
  };
  const DENIED = { status: 403, json: { error_msg: 'You do not have permission to access this folder.' } };

  beforeAll(async () => {
    id = await user.makeLibrary(cast().administrator, 'Folders');
    await admin.makeFolder(id, '/', 'in');
    await user.giveAway(cast().administrator, id, 'ann@example.com');
  });

  it('answers an absolute address as a JSON string', async () => {
    const address = (part: string) => expect.stringMatching(new RegExp(`^${app().url}/seafhttp/${part}$`));
    expect(await ask()).toEqual({ status: 200, json: address(`${operation}-api/${UUID}`) });
    expect(await ask('?p=/in/&from=api')).toEqual({ status: 200, json: address(`${operation}-api/${UUID}`) });
    expect(await ask('?from=web')).toEqual({ status: 200, json: address(`${operation}-aj/${UUID}`) });
    const tail = operation === 'upload' ? '\\?replace=1' : '';
    expect(await ask('?replace=1')).toEqual({
      status: 200,
      json: address(`${operation}-api/${UUID}${tail}`),
    });
  });

  it('refuses in the order of real servers', async () => {
    const unknown = libraryNotFound(UNKNOWN_LIBRARY);
    expect(await ask('?p=x', { library: UNKNOWN_LIBRARY })).toEqual({ status: 404, json: unknown.body });
    expect(await ask('?p=../x')).toEqual({ status: 400, json: { error_msg: 'p invalid.' } });
    const nowhere = { status: 404, json: { error_msg: 'Folder /nowhere not found.' } };
    expect(await ask('?p=/nowhere&from=x')).toEqual(nowhere);
    expect(await ask('?from=x')).toEqual({ status: 400, json: { error_msg: 'from invalid.' } });
    await expectTokenNeeded(app(), 'GET', path());
  });

  it('is for those alone who may write', async () => {
    expect(await ask('?p=/nowhere', { token: cast().stranger })).toEqual(DENIED);
    await admin.call('PUT', `libraries/${id}/`, { form: { status: 'read-only' } });
    expect(await ask()).toEqual(DENIED);
    await admin.call('PUT', `libraries/${id}/`, { form: { status: 'normal' } });
  });

  it('is not given to who has stored as much as may be', async () => {
    const owned = await user.makeLibrary(cast().stranger, 'Full');
    const { upload } = uploadCalls(app);
    const files = [['large', new Uint8Array(1024 * 1024)]] as const;
    await upload(cast().stranger, owned, { files });
    const form = { quota_total: '1' };
    await app().call('PUT', '/api/v2.1/admin/users/ben@example.com/', { token: app().adminToken, form });
    const answer = await ask('', { token: cast().stranger, library: owned });
    expect(answer).toEqual({ status: 443, json: { error_msg: 'Out of quota.' } });
  });
});

describe('POST /seafhttp/update-api/{token}', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const { updateLink, upload, send, textOf } = uploadCalls(app);
  let id = '';
  let link = '';

  beforeAll(async () => {
    id = await user.makeLibrary(cast().owner, 'Edited');
    await upload(cast().owner, id, { files: [['a.txt', 'one']] });
    link = await updateLink(cast().owner, id);
  });

  const refused = (status: number, error: string) => ({ status, json: { error } });
  const head = async () => (await user.state(cast().owner, id)).head_commit_id;

  it('replaces the content of a file; the same content is no commit', async () => {
    const sent = () => send(link, { target_file: '/a.txt' }, [['whatever', 'two']]);
    expect(await sent()).toMatchObject({ status: 200, text: expect.stringMatching(/^[0-9a-f]{40}$/) });
    expect(await textOf(cast().owner, id, '/a.txt')).toBe('two');
    const [latest] = await user.history(cast().owner, id);
    expect(latest).toMatchObject({ description: 'Modified "a.txt"', creator: 'ann@example.com' });
    const before = await head();
    expect((await sent()).status).toBe(200);
    expect(await head()).toBe(before);
    const page = await updateLink(cast().owner, id, '?from=web');
    const answer = await send(page, { target_file: '/a.txt' }, [['x', 'three']]);
    expect(answer.json).toMatchObject([{ name: 'a.txt', size: 5 }]);
  });

  it('keeps what somebody else changed since the version it is based on', async () => {
    await upload(cast().owner, id, { files: [['shared.txt', 'base']] });
    const base = await head();
    await send(link, { target_file: '/shared.txt' }, [['x', 'theirs']]);
    const answer = await send(`${link}?head=${base}`, { target_file: '/shared.txt' }, [['x', 'mine']]);
    expect(answer.status).toBe(200);
    expect(await textOf(cast().owner, id, '/shared.txt')).toBe('theirs');
    const entries = `/api/local/v1/libraries/${id}/entries/?path=/`;
    const { json } = await app().call('GET', entries, { token: cast().owner });
    const conflict = expect.stringMatching(/^shared \(SFConflict ann@example\.com .*\)\.txt$/);
    expect(json).toMatchObject({
      entries: expect.arrayContaining([expect.objectContaining({ name: conflict, size: 4 })]),
    });
  });

  it('refuses what names no file, or several', async () => {
    const before = await head();
    const one = [['x', 'x']] as const;
    expect(await send(link, {}, one)).toMatchObject(refused(400, 'No target_file given.'));
    const none = await send(link, { target_file: '/a.txt' }, []);
    expect(none).toMatchObject(refused(400, 'No file in multipart form.'));
    const several = await send(link, { target_file: '/a.txt' }, [...one, ['y', 'y']]);
    expect(several).toMatchObject(refused(400, 'More files in one request'));
    const missing = await send(link, { target_file: '/missing' }, one);
    expect(missing).toMatchObject(refused(441, 'File does not exist.'));
    expect(await head()).toBe(before);
  });
});
