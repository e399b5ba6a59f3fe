import { beforeAll, describe, expect, it } from 'vitest';
import { A_TIMESTAMP, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { itemCalls } from '../../support/item-calls.ts';
import { type LinkedLibrary, useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';
import {
  EMPTY_ID,
  expectTokenNeeded,
  FORTY_HEX,
  libraryNotFound,
  PERMISSION_DENIED,
  useCast,
  userCalls,
} from '../../support/user-calls.ts';

const UNKNOWN_COMMIT = 'c'.repeat(40);
const SUCCESS = { status: 200, body: { success: true } };

describe('versions of files and folders', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const { ask, makeFile, makeFolder, paths, remove, description } = itemCalls(
    app,
    () => cast().administrator,
  );
  const linkedLibrary = useLinkedLibraries(app);
  let linked: LinkedLibrary;
  /** Newest last: a.txt says one, a.txt says two, a.txt is b.txt. */
  const commits: string[] = [];
  const old = (path: string) => `/api2/repos/${linked.libraryId}/${path}`;
  const v21 = (path: string) => `/api/v2.1/repos/${linked.libraryId}/${path}`;
  const error = (status: number, text: string) => ({ status, body: { error_msg: text } });
  const headOf = async (id: string) => (await user.state(cast().administrator, id)).head_commit_id;
  const textOf = async (url: unknown) => (await fetch(url as string)).text();

  beforeAll(async () => {
    linked = await linkedLibrary({ name: 'Edited', files: { 'a.txt': 'one' } });
    commits.push(await headOf(linked.libraryId));
    await linked.change({ 'a.txt': 'two, longer' });
    commits.push(await headOf(linked.libraryId));
    const form = { operation: 'rename', newname: 'b.txt' };
    await ask('POST', v21('file/?p=/a.txt'), { form });
    commits.push(await headOf(linked.libraryId));
  }, 40_000);

  it('need a token', async () => {
    for (const path of ['file/history/', 'file/revision/']) await expectTokenNeeded(app(), 'GET', old(path));
    await expectTokenNeeded(app(), 'GET', v21('file/history/'));
    await expectTokenNeeded(app(), 'PUT', old('file/revert/'));
    await expectTokenNeeded(app(), 'POST', v21(`commits/${UNKNOWN_COMMIT}/revert/`));
  });

  it('are listed for a file under all the names it had, with every field', async () => {
    const row = (commit: number, path: string, size: number, oldPath: string | null) => ({
      commit_id: commits[commit],
      ctime: A_TIMESTAMP,
      description: expect.stringMatching(/^(Added or modified|Renamed) "a\.txt"/),
      creator_email: 'admin@example.com',
      creator_name: 'admin',
      creator_contact_email: 'admin@example.com',
      creator_avatar_url: `${app().url}/media/avatars/default.png`,
      size,
      rev_file_id: FORTY_HEX,
      rev_renamed_old_path: oldPath,
      path,
    });
    const all = [row(2, '/b.txt', 11, 'a.txt'), row(1, '/a.txt', 11, null), row(0, '/a.txt', 3, null)];
    expect(await ask('GET', v21('file/history/?path=/b.txt'))).toEqual({
      status: 200,
      body: { data: all, next_start_commit: false },
    });
    expect(await ask('GET', v21('file/history/?path=/b.txt&limit=2'))).toEqual({
      status: 200,
      body: { data: all.slice(0, 2), next_start_commit: commits[0] },
    });
    expect(await ask('GET', v21(`file/history/?path=/b.txt&commit_id=${commits[0]}`))).toEqual({
      status: 200,
      body: { data: all.slice(2), next_start_commit: false },
    });
    expect(await ask('GET', v21('file/new_history/?path=/b.txt&page=2&per_page=2'))).toEqual({
      status: 200,
      body: { data: all.slice(2), page: 2, total_count: 3 },
    });
  });

  it('are listed for older clients, with every field', async () => {
    const { status, body } = await ask('GET', old('file/history/?p=/b.txt'));
    const { commits: rows } = body as { commits: unknown[] };
    expect([status, rows.length]).toEqual([200, 3]);
    expect(rows[0]).toEqual({
      id: commits[2],
      creator_name: 'admin@example.com',
      creator: EMPTY_ID,
      desc: 'Renamed "a.txt"',
      ctime: expect.any(Number),
      parent_id: commits[1],
      second_parent_id: null,
      repo_id: linked.libraryId,
      root_id: FORTY_HEX,
      version: 1,
      new_merge: false,
      conflict: false,
      rev_file_id: FORTY_HEX,
      rev_file_size: 11,
      rev_renamed_old_path: 'a.txt',
      device_name: null,
      client_version: null,
      next_start_commit: null,
      user_info: { email: 'admin@example.com', name: 'admin', contact_email: 'admin@example.com' },
    });
  });

  it('say what is wrong with the question for them', async () => {
    expect(await ask('GET', v21('file/history/'))).toEqual(error(400, 'path invalid.'));
    expect(await ask('GET', v21('file/history/?path=/b.txt&limit=0'))).toEqual(error(400, 'limit invalid.'));
    expect(await ask('GET', v21('file/history/?path=/none'))).toEqual(error(404, 'File /none not found.'));
    expect(await ask('GET', `/api/v2.1/repos/${UNKNOWN_LIBRARY}/file/history/?path=/a`)).toEqual(
      libraryNotFound(UNKNOWN_LIBRARY),
    );
    for (const path of [v21('file/history/?path=/b.txt'), old('file/history/?p=/b.txt')]) {
      expect(await ask('GET', path, { token: cast().stranger })).toEqual(PERMISSION_DENIED);
    }
  });

  it('can be downloaded', async () => {
    const revision = (path: string, commit: string | undefined) =>
      ask('GET', old(`file/revision/?p=${path}&commit_id=${commit}`));
    expect(await textOf((await revision('/a.txt', commits[0])).body)).toBe('one');
    expect(await textOf((await revision('/a.txt', commits[1])).body)).toBe('two, longer');
    expect(await revision('/b.txt', commits[0])).toEqual(error(404, 'Revision not found.'));
    expect(await revision('/a.txt', UNKNOWN_COMMIT)).toEqual(error(404, 'Revision not found.'));
    expect(await revision('', commits[0])).toEqual(error(400, 'Path is missing.'));
  });

  it('of the whole library can be looked into', async () => {
    expect(await ask('GET', v21(`commits/${commits[0]}/dir/?path=/`))).toEqual({
      status: 200,
      body: {
        dirent_list: [{ type: 'file', parent_dir: '/', obj_id: FORTY_HEX, name: 'a.txt', size: 3 }],
      },
    });
    expect(await ask('GET', v21(`commits/${UNKNOWN_COMMIT}/dir/`))).toEqual(
      error(404, `Commit ${UNKNOWN_COMMIT} not found.`),
    );
    expect(await ask('GET', v21(`commits/${commits[0]}/dir/?path=/none`))).toEqual(
      error(404, 'Folder /none/ not found.'),
    );
    expect(await ask('GET', v21(`commits/${commits[0]}/dir/`), { token: cast().stranger })).toEqual(
      PERMISSION_DENIED,
    );
  });

  it('of a file are brought back over the present one, or not at all when nothing differs', async () => {
    const json = { p: '/a.txt', commit_id: commits[0] };
    expect(await ask('PUT', old('file/revert/'), { json })).toEqual(SUCCESS);
    expect(await description(linked.libraryId)).toMatch(
      /^Reverted file "a\.txt" to status at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
    );
    const before = await headOf(linked.libraryId);
    expect(await ask('PUT', old('file/revert/'), { json })).toEqual(SUCCESS);
    expect(await headOf(linked.libraryId)).toBe(before);
    expect(await ask('PUT', old('file/revert/'), { json: { ...json, commit_id: commits[1] } })).toEqual(
      SUCCESS,
    );
    const { body } = await ask('GET', old('file/?p=/a.txt'));
    expect(await textOf(body)).toBe('two, longer');
  }, 20_000);

  it('say what is wrong with bringing them back in the order of real servers', async () => {
    const revert = (kind: string, json: object, token = cast().administrator, id = linked.libraryId) =>
      ask('PUT', `/api2/repos/${id}/${kind}/revert/`, { json, token });
    const commitId = commits[0];
    for (const [kind, word] of [
      ['file', 'file'],
      ['dir', 'folder'],
    ] as const) {
      const known = { p: '/none', commit_id: commitId };
      expect(await revert(kind, {})).toEqual(error(400, 'path invalid.'));
      expect(await revert(kind, { p: '/a.txt' })).toEqual(error(400, 'commit_id invalid.'));
      expect(await revert(kind, known, cast().administrator, UNKNOWN_LIBRARY)).toEqual(
        error(404, `library ${UNKNOWN_LIBRARY} not found.`),
      );
      expect(await revert(kind, known)).toEqual(error(404, `${word} /none not found.`));
      expect(await revert(kind, { p: '/a.txt', commit_id: commitId }, cast().stranger)).toEqual(
        PERMISSION_DENIED,
      );
    }
  });

  it('of folders come back where they were, numbered when something else is there', async () => {
    const library = await user.makeLibrary(cast().administrator, 'Folders');
    await makeFolder(library, '/a');
    await makeFile(library, '/a/b.txt');
    const commitId = await headOf(library);
    const revert = () =>
      ask('PUT', `/api2/repos/${library}/dir/revert/`, { form: { p: '/a', commit_id: commitId } });
    expect(await revert()).toEqual(SUCCESS);
    expect(await headOf(library)).toBe(commitId);
    await remove(library, 'file', '/a/b.txt');
    expect(await revert()).toEqual(SUCCESS);
    expect(await description(library)).toBe('Recovered deleted directory "a"');
    expect(await paths(library)).toEqual(['/a/', '/a (1)/', '/a (1)/b.txt']);
  });

  it('of several deleted items come back at once', async () => {
    const library = await user.makeLibrary(cast().administrator, 'Several');
    await makeFolder(library, '/a');
    await makeFile(library, '/b.txt');
    const commitId = await headOf(library);
    await remove(library, 'dir', '/a');
    await remove(library, 'file', '/b.txt');
    const path = `/api/v2.1/repos/${library}/trash/revert-dirents/`;
    const json = { path: ['/a', '/b.txt', '/none', '/'], commit_id: commitId };
    expect(await ask('POST', path, { json })).toEqual({
      status: 200,
      body: {
        success: [
          { path: '/a', is_dir: true },
          { path: '/b.txt', is_dir: false },
        ],
        failed: [
          { path: '/none', error_msg: 'Dirent /none not found.' },
          { path: '/', error_msg: 'Dirent / not found.' },
        ],
      },
    });
    expect(await paths(library)).toEqual(['/a/', '/b.txt']);
    expect(await ask('POST', path, { json: { commit_id: commitId } })).toEqual(error(400, 'path invalid.'));
    expect(await ask('POST', path, { json: { path: ['/a'] } })).toEqual(error(400, 'commit_id invalid.'));
    expect(await ask('POST', path, { json, token: cast().stranger })).toEqual(PERMISSION_DENIED);
  });

  it('of the whole library come back for those who manage it', async () => {
    const library = await user.makeLibrary(cast().administrator, 'Whole');
    await makeFile(library, '/a.txt');
    const commitId = await headOf(library);
    await remove(library, 'file', '/a.txt');
    await makeFile(library, '/b.txt');
    const path = (commit: string, id = library) => `/api/v2.1/repos/${id}/commits/${commit}/revert/`;
    expect(await ask('POST', path(commitId, UNKNOWN_LIBRARY))).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
    expect(await ask('POST', path(UNKNOWN_COMMIT))).toEqual(
      error(404, `Commit ${UNKNOWN_COMMIT} not found.`),
    );
    expect(await ask('POST', path(commitId), { token: cast().stranger })).toEqual(PERMISSION_DENIED);
    expect(await ask('POST', path(commitId))).toEqual(SUCCESS);
    expect(await paths(library)).toEqual(['/a.txt']);
    expect(await description(library)).toMatch(
      /^Reverted library to status at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.$/,
    );
  });

  it('of an encrypted library come back only after its password was entered', async () => {
    const token = cast().administrator;
    const form = { name: 'Secret', passwd: 'library-secret' };
    const { repo_id: id } = (await ask('POST', '/api2/repos/', { form, token })).body as { repo_id: string };
    const revert = async () => ask('POST', `/api/v2.1/repos/${id}/commits/${await headOf(id)}/revert/`);
    expect(await revert()).toEqual(error(403, 'This library has not been decrypted.'));
    await ask('POST', `/api2/repos/${id}/`, { form: { password: 'library-secret' } });
    expect(await revert()).toEqual(SUCCESS);
  });
});

describe('history for older clients', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const { ask, makeFile, makeFolder, remove } = itemCalls(app, () => cast().owner);

  it('lists commits by page, with every field', async () => {
    const library = await user.makeLibrary(cast().owner, 'Papers');
    await makeFile(library, '/a.txt');
    const { body } = await ask('GET', `/api2/repos/${library}/history/?per_page=1`);
    const [newest] = await user.history(cast().owner, library);
    expect(body).toMatchObject({
      commits: [{ id: newest?.commit_id, desc: 'Added "a.txt"' }],
      page_next: true,
    });
    const last = await ask('GET', `/api2/repos/${library}/history/?page=2&per_page=1`);
    expect(last).toMatchObject({ status: 200, body: { commits: [{ parent_id: null }], page_next: false } });
    expect(await ask('GET', `/api2/repos/${library}/history/`, { token: cast().stranger })).toEqual(
      PERMISSION_DENIED,
    );
  });

  it('tells what a commit changed, without what it did not', async () => {
    const library = await user.makeLibrary(cast().owner, 'Papers');
    const changed = async (id = library) => {
      const [newest] = await user.history(cast().owner, library);
      return ask('GET', `/api2/repo_history_changes/${id}/?commit_id=${newest?.commit_id}`);
    };
    await makeFolder(library, '/a');
    expect(await changed()).toEqual({ status: 200, body: { added_dirs: ['a'] } });
    await makeFile(library, '/a/b.txt');
    expect(await changed()).toEqual({ status: 200, body: { added_files: ['a/b.txt'] } });
    await ask('POST', `/api/v2.1/repos/${library}/file/?p=/a/b.txt`, {
      form: { operation: 'rename', newname: 'c.txt' },
    });
    expect(await changed()).toEqual({ status: 200, body: { renamed_files: ['a/b.txt', 'a/c.txt'] } });
    await remove(library, 'dir', '/a');
    expect(await changed()).toEqual({ status: 200, body: { deleted_dirs: ['a'] } });
    expect(await changed(UNKNOWN_LIBRARY)).toEqual({ status: 400, body: { err: 'Library does not exist' } });
    const invalid = { status: 400, body: { err: 'Invalid argument' } };
    for (const query of ['', '?commit_id=x', `?commit_id=${UNKNOWN_COMMIT}`]) {
      expect(await ask('GET', `/api2/repo_history_changes/${library}/${query}`)).toEqual(invalid);
    }
  });
});
