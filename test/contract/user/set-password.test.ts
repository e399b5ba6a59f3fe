import { beforeAll, describe, expect, it } from 'vitest';
import { outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { uploadCalls } from '../../support/uploads.ts';
import {
  expectTokenNeeded,
  libraryNotFound,
  PERMISSION_DENIED,
  useCast,
  userCalls,
} from '../../support/user-calls.ts';

const PASSWORD = 'correct horse';
const SUCCESS = { status: 200, body: { success: true } };
const refused = (status: number, error_msg: string) => ({ status, body: { error_msg } });
const LOCKED = 'Repo is encrypted. Please provide password to view it.';

interface Material {
  readonly repo_id: string;
  readonly magic: string;
  readonly random_key: string;
}

describe('an encrypted library', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const { uploadLink, upload, send } = uploadCalls(app);
  let plain = '';

  beforeAll(async () => {
    plain = await user.makeLibrary(cast().owner, 'Plain');
  });

  const makeSecret = async (): Promise<Material> => {
    const form = { name: 'Secret', passwd: PASSWORD };
    return (await app().call('POST', '/api2/repos/', { token: cast().owner, form })).json as Material;
  };
  const owner = () => ({ token: cast().owner });
  const v21 = (id: string) => `/api/v2.1/repos/${id}/set-password/`;
  const call = async (method: string, path: string, form: Record<string, string>, token = cast().owner) =>
    outcome(await app().call(method, path, { token, form }));
  const unlock = (id: string, password = PASSWORD) => call('POST', v21(id), { password });
  const linkTo = async (id: string, path: string) => {
    const asked = { ...owner(), json: { path } };
    return app().call('POST', `/api/local/v1/libraries/${id}/download-link/`, asked);
  };

  it('takes, gives and zips content only while it is unlocked for the caller', async () => {
    const { repo_id: id } = await makeSecret();
    const address = await uploadLink(cast().owner, id);
    const sent = await send(address, { parent_dir: '/' }, [['a.txt', 'hello']]);
    expect(sent).toMatchObject({ status: 400, json: { error: LOCKED } });
    expect(sent.headers.get('x-keepfold-error')).toBe('library-locked');
    expect(await unlock(id)).toEqual(SUCCESS);
    await upload(cast().owner, id, { files: [['a.txt', 'hello']] });
    const { url } = (await linkTo(id, '/a.txt')).json as { url: string };
    const answer = await fetch(url, { headers: { Range: 'bytes=1-2' } });
    expect([answer.status, await answer.text()]).toEqual([200, 'hello']);
    expect(answer.headers.get('content-length')).toBe('5');
    expect(answer.headers.get('accept-ranges')).toBeNull();
    const changed = await call('PUT', v21(id), { old_password: PASSWORD, new_password: 'new' });
    expect(changed).toEqual(SUCCESS);
    const locked = await fetch(url);
    expect([locked.status, await locked.text()]).toEqual([400, LOCKED]);
    expect(await linkTo(id, '/a.txt')).toMatchObject({ status: 440 });
    const zip = await call('POST', `/api/v2.1/repos/${id}/zip-task/`, { parent_dir: '/', dirents: '/' });
    const { zip_token } = zip.body as { zip_token: string };
    const archive = await fetch(new URL(`/seafhttp/zip/${zip_token}`, app().url));
    expect([archive.status, await archive.text()]).toEqual([400, LOCKED]);
  });

  describe('POST /api/v2.1/repos/{id}/set-password/', () => {
    it('refuses in the order of real servers', async () => {
      const { repo_id: id } = await makeSecret();
      const path = v21(UNKNOWN_LIBRARY);
      expect(await call('POST', path, {})).toEqual(refused(400, 'password invalid.'));
      expect(await call('POST', path, { password: 'x' })).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
      const notEncrypted = refused(400, `Library ${plain} is not encrypted.`);
      expect(await call('POST', v21(plain), { password: 'x' }, cast().stranger)).toEqual(notEncrypted);
      expect(await call('POST', v21(id), { password: PASSWORD }, cast().stranger)).toEqual(PERMISSION_DENIED);
      expect(await unlock(id, 'wrong')).toEqual(refused(400, 'Wrong password'));
      const needsPassword = async () =>
        (await app().call('GET', `/api/v2.1/repos/${id}/`, owner())).json as { lib_need_decrypt: boolean };
      expect(await needsPassword()).toMatchObject({ lib_need_decrypt: true });
      expect(await unlock(id)).toEqual(SUCCESS);
      expect(await needsPassword()).toMatchObject({ lib_need_decrypt: false });
      await expectTokenNeeded(app(), 'POST', v21(id));
    });

    it('checks a password that a client has proved by Argon2id', async () => {
      const id = 'd17bf8ca-3019-40ee-8fdb-0258c89fb762';
      const form = {
        ...{ name: 'Proved', repo_id: id, enc_version: '2' },
        random_key:
          'c4ead0027e8626be387a53e90466469e928c3cfe05d81128534802918bd982a7045b162159336127fb03f67c406ffe8e',
        pwd_hash: 'e4b49968b9ef10b109f9a50a4ed96603ff239a20a61c4ecab7ec4ef1ad243a77',
        ...{ pwd_hash_algo: 'argon2id', pwd_hash_params: '2,102400,8' },
      };
      expect(await call('POST', '/api2/repos/', form)).toMatchObject({ status: 200 });
      expect(await unlock(id, 'wrong')).toEqual(refused(400, 'Wrong password'));
      expect(await unlock(id, 'test_enc_repo')).toEqual(SUCCESS);
    });
  });

  describe('PUT /api/v2.1/repos/{id}/set-password/', () => {
    it('changes the password in a commit and keeps every file', async () => {
      const { repo_id: id, magic, random_key } = await makeSecret();
      await unlock(id);
      await upload(cast().owner, id, { files: [['kept.txt', 'kept']] });
      const form = { old_password: PASSWORD, new_password: 'another one', operation: 'change-password' };
      expect(await call('PUT', v21(id), form)).toEqual(SUCCESS);
      const [latest] = await user.history(cast().owner, id);
      expect(latest).toMatchObject({ description: 'Changed library password', creator: 'ann@example.com' });
      expect(await unlock(id)).toEqual(refused(400, 'Wrong password'));
      expect(await unlock(id, 'another one')).toEqual(SUCCESS);
      const info = (await app().call('GET', `/api2/repos/${id}/`, owner())).json as Material;
      expect([info.magic === magic, info.random_key === random_key]).toEqual([false, false]);
      const { url } = (await linkTo(id, '/kept.txt')).json as { url: string };
      expect(await (await fetch(url)).text()).toBe('kept');
    });

    it('checks the second of two changes at once against the password of the first', async () => {
      const { repo_id: id } = await makeSecret();
      const to = (new_password: string) => call('PUT', v21(id), { old_password: PASSWORD, new_password });
      const [one, two] = await Promise.all([to('one'), to('two')]);
      expect([one, two].sort((left, right) => left.status - right.status)).toEqual([
        SUCCESS,
        refused(403, 'Wrong old password'),
      ]);
      expect(await unlock(id, one.status === 200 ? 'one' : 'two')).toEqual(SUCCESS);
    });

    it('refuses in the order of real servers, and changes nothing', async () => {
      const { repo_id: id } = await makeSecret();
      const both = { old_password: 'x', new_password: 'y' };
      const put = (form: Record<string, string>, library = id) => call('PUT', v21(library), form);
      expect(await put({}, UNKNOWN_LIBRARY)).toEqual(refused(400, 'old_password invalid.'));
      expect(await put({ old_password: 'x' })).toEqual(refused(400, 'new_password invalid.'));
      expect(await put(both, UNKNOWN_LIBRARY)).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
      expect(await put(both, plain)).toEqual(refused(400, `Library ${plain} is not encrypted.`));
      expect(await call('PUT', v21(id), both, cast().stranger)).toEqual(PERMISSION_DENIED);
      expect(await put(both)).toEqual(refused(403, 'Wrong old password'));
      expect(await user.history(cast().owner, id)).toHaveLength(1);
      expect(await unlock(id)).toEqual(SUCCESS);
    });
  });

  describe('POST /api2/repos/{id}/', () => {
    const post = (id: string, query: string, form: Record<string, string> = {}, token = cast().owner) =>
      call('POST', `/api2/repos/${id}/${query}`, form, token);
    const ok = { status: 200, body: 'success' };

    it('unlocks with the password', async () => {
      const { repo_id: id } = await makeSecret();
      expect(await post(UNKNOWN_LIBRARY, '')).toEqual(refused(404, 'Library not found.'));
      const denied = refused(403, 'You do not have permission to access this library.');
      expect(await post(id, '', {}, cast().stranger)).toEqual(denied);
      expect(await post(plain, '', { password: 'any' })).toEqual(ok);
      expect(await post(id, '')).toEqual(refused(440, 'Library password is needed.'));
      expect(await post(id, '', { password: 'wrong' })).toEqual(refused(400, 'Incorrect password'));
      expect(await post(id, '?op=setpassword', { password: PASSWORD })).toEqual(ok);
    });

    it('checks the proof of a password that a client derived', async () => {
      const { repo_id: id, magic } = await makeSecret();
      const check = (query: string, token?: string) => post(id, `?op=checkpassword${query}`, {}, token);
      expect(await check('')).toEqual(refused(441, 'Library password magic is needed.'));
      expect(await check(`&magic=${magic}`, cast().stranger)).toEqual(PERMISSION_DENIED);
      expect(await check(`&magic=${'0'.repeat(64)}`)).toEqual(refused(400, 'SearpcError:Incorrect password'));
      expect(await check('&magic=é')).toEqual(refused(400, 'SearpcError:Incorrect password'));
      expect(await check(`&magic=${magic}`)).toEqual(ok);
    });
  });
});
