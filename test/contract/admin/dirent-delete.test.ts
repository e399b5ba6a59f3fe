import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminCalls, outcome, UNKNOWN_LIBRARY, unreadable } from '../../support/admin-calls.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { type CallOptions, useApp } from '../../support/running-app.ts';
import { libraryNotFound } from '../../support/user-calls.ts';

const SUCCESS = { status: 200, body: { success: true } };
const BAD_PATH = { status: 400, body: { error_msg: 'path invalid.' } };

const app = useApp();
const linked = useLinkedLibraries(app);
const admin = adminCalls(app);

let annaToken: string;
let id: string;

const remove = (path: string, library = id) =>
  admin.call('DELETE', `libraries/${library}/dirent/?path=${encodeURIComponent(path)}`);
const removeByBody = (options: CallOptions) => admin.call('DELETE', `libraries/${id}/dirent/`, options);
const countCommits = async () => {
  const { json } = await app().call('GET', `/api/v2.1/repos/${id}/history/`, { token: annaToken });
  return (json as { data: unknown[] }).data.length;
};

beforeAll(async () => {
  annaToken = await app().addUser('anna@example.com');
});

beforeEach(async () => {
  id = await admin.makeLibrary('Photos', 'anna@example.com');
  for (const name of ['Summer', 'Winter', 'ä + b']) await admin.makeFolder(id, '/', name);
  await admin.makeFolder(id, '/Summer', 'July');
});

describe('DELETE /api/v2.1/admin/libraries/{id}/dirent/', () => {
  it('deletes a file', async () => {
    const files = { 'a.txt': 'abc', 'b.txt': 'de' };
    const { libraryId } = await linked({ name: 'Documents', files });
    expect(outcome(await remove('/a.txt', libraryId))).toEqual(SUCCESS);
    expect(await admin.namesIn(libraryId, '/')).toEqual(['b.txt']);
    expect(await admin.library(libraryId)).toMatchObject({ file_count: 1, size: 2 });
    expect((await admin.call('GET', `libraries/${libraryId}/dirent/?path=/a.txt`)).status).toBe(404);
  });

  it('deletes a folder with all it holds', async () => {
    expect(outcome(await remove('/Summer'))).toEqual(SUCCESS);
    expect(await admin.namesIn(id, '/')).toEqual(['Winter', 'ä + b']);
    const inside = await admin.call('GET', `libraries/${id}/dirents/?parent_dir=/Summer/July`);
    expect(inside.status).toBe(404);
  });

  it('takes the path in the address or in any kind of body', async () => {
    expect(outcome(await remove('/Summer/July/'))).toEqual(SUCCESS);
    expect(outcome(await removeByBody({ form: { path: '/Summer' } }))).toEqual(SUCCESS);
    expect(outcome(await removeByBody({ json: { path: '/ä + b' } }))).toEqual(SUCCESS);
    expect(outcome(await removeByBody({ multipart: { path: '/Winter' } }))).toEqual(SUCCESS);
    expect(await admin.namesIn(id, '/')).toEqual([]);
  });

  it('shows the item in the trash of the library, from where it can come back', async () => {
    const { libraryId } = await linked({ name: 'Documents', files: { 'd/a.txt': 'abc' } });
    await remove('/d/a.txt', libraryId);
    const token = app().adminToken;
    const { json } = await app().call('GET', `/api/v2.1/repos/${libraryId}/trash/`, { token });
    expect(json).toMatchObject({
      data: [{ obj_name: 'a.txt', parent_dir: '/d/', is_dir: false, size: 3 }],
      more: false,
    });
    const { commit_id: commitId } = (json as { data: [{ commit_id: string }] }).data[0];
    const restored = await app().call('POST', `/api/local/v1/libraries/${libraryId}/restore/`, {
      token,
      json: { path: '/d/a.txt', commit_id: commitId },
    });
    expect([restored.status, await admin.namesIn(libraryId, '/d')]).toEqual([200, ['a.txt']]);
  });

  it('is written into the history in the name of the administrator', async () => {
    await remove('/Summer');
    const { json } = await app().call('GET', `/api/v2.1/repos/${id}/history/`, { token: annaToken });
    expect((json as { data: unknown[] }).data[0]).toMatchObject({
      description: expect.stringContaining('Removed directory "Summer"'),
      creator: 'admin@example.com',
    });
  });

  it('is content when there is nothing at the path, and makes no commit', async () => {
    const before = await countCommits();
    for (const path of ['/nope', '/nope/deep', '/SUMMER', '/Summer/July/nope', '/%53ummer']) {
      expect([path, outcome(await remove(path))]).toEqual([path, SUCCESS]);
    }
    await remove('/Winter');
    expect(outcome(await remove('/Winter'))).toEqual(SUCCESS);
    expect(await countCommits()).toBe(before + 1);
    expect(await admin.namesIn(id, '/')).toEqual(['Summer', 'ä + b']);
  });
});

describe('a deletion that is refused', () => {
  it('is of everything at once', async () => {
    for (const path of ['/', '//', '///']) {
      expect([path, outcome(await remove(path))]).toEqual([path, BAD_PATH]);
      expect(outcome(await removeByBody({ form: { path } }))).toEqual(BAD_PATH);
    }
    expect(await admin.namesIn(id, '/')).toEqual(['Summer', 'Winter', 'ä + b']);
  });

  it('has no path, two of them, or one that leads out of the library', async () => {
    for (const options of [
      {},
      { form: {} },
      { form: { path: '' } },
      { json: { path: null } },
      { json: { path: ['/Summer', '/Winter'] } },
    ]) {
      expect([options, outcome(await removeByBody(options))]).toEqual([options, BAD_PATH]);
    }
    for (const path of [
      '',
      'Summer',
      '..',
      '/..',
      '/Summer/..',
      '/Summer/../Winter',
      '/.',
      '/./Summer',
      '\\Summer',
    ]) {
      expect([path, outcome(await remove(path))]).toEqual([path, BAD_PATH]);
    }
    expect(outcome(await remove(`/${'a'.repeat(4096)}`))).toEqual(BAD_PATH);
    const twice = await admin.call('DELETE', `libraries/${id}/dirent/?path=/Summer&path=/Winter`);
    expect(outcome(twice)).toEqual(BAD_PATH);
    expect(await admin.namesIn(id, '/')).toEqual(['Summer', 'Winter', 'ä + b']);
  });

  it('cannot be read', async () => {
    for (const value of ['%ff', '/Summer%00', '/%c0%ae%c0%ae', '/%zz']) {
      const { status, json } = await admin.call('DELETE', `libraries/${id}/dirent/?path=${value}`);
      expect([value, status, json]).toEqual([value, 400, unreadable('path')]);
    }
    expect(await admin.namesIn(id, '/')).toEqual(['Summer', 'Winter', 'ä + b']);
  });

  it('is in a library that is not there', async () => {
    expect(outcome(await remove('/Summer', UNKNOWN_LIBRARY))).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
  });

  it('is in a library that is not there, which is said before anything about the path', async () => {
    const expected = libraryNotFound(UNKNOWN_LIBRARY);
    expect(outcome(await remove('..', UNKNOWN_LIBRARY))).toEqual(expected);
    expect(outcome(await admin.call('DELETE', `libraries/${UNKNOWN_LIBRARY}/dirent/`))).toEqual(expected);
  });

  it('is in an encrypted or a read-only library', async () => {
    const encrypted = await admin.makeEncryptedLibrary('Diary');
    expect(outcome(await remove('/a', encrypted))).toEqual({
      status: 403,
      body: { error_msg: 'Feature disabled.' },
    });
    await admin.update(id, { status: 'read-only' });
    expect(outcome(await remove('/Summer'))).toEqual({
      status: 403,
      body: { error_msg: 'Permission denied.' },
    });
    expect(await admin.namesIn(id, '/')).toEqual(['Summer', 'Winter', 'ä + b']);
  });
});
