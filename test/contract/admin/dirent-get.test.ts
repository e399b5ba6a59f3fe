import { beforeAll, describe, expect, it } from 'vitest';
import { A_TIMESTAMP, adminCalls, outcome, UNKNOWN_LIBRARY, unreadable } from '../../support/admin-calls.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';
import { libraryNotFound } from '../../support/user-calls.ts';

const BAD_PATH = { status: 400, body: { error_msg: 'path invalid.' } };

const app = useApp();
const linked = useLinkedLibraries(app);
const admin = adminCalls(app);

let id: string;

const get = (path: string, library = id, more = '') =>
  admin.call('GET', `libraries/${library}/dirent/?path=${encodeURIComponent(path)}${more}`);
const fileEntry = (name: string, size: string) => ({
  obj_name: name,
  is_file: true,
  type: 'file',
  file_size: size,
  last_update: '2023-11-14T22:13:20+00:00',
});
const folderEntry = (name: string) => ({
  obj_name: name,
  is_file: false,
  type: 'folder',
  file_size: '',
  last_update: A_TIMESTAMP,
});

beforeAll(async () => {
  await app().addUser('anna@example.com');
  const files = {
    'a.txt': 'x'.repeat(1536),
    empty: '',
    'Zoo/Löwe + Tiger & 100%.jpg': 'x',
    'deep/er/still/file.bin': 'xx',
  };
  id = (await linked({ name: 'Documents', files, mtimeSeconds: 1_700_000_000 })).libraryId;
});

describe('GET /api/v2.1/admin/libraries/{id}/dirent/', () => {
  it('gives the entry of a file', async () => {
    expect(outcome(await get('/a.txt'))).toEqual({ status: 200, body: fileEntry('a.txt', '1.5\u00a0KB') });
    expect((await get('/empty')).json).toEqual(fileEntry('empty', '0\u00a0bytes'));
    expect((await get('/deep/er/still/file.bin')).json).toEqual(fileEntry('file.bin', '2\u00a0bytes'));
    const odd = await get('/Zoo/Löwe + Tiger & 100%.jpg');
    expect(odd.json).toEqual(fileEntry('Löwe + Tiger & 100%.jpg', '1\u00a0byte'));
  });

  it('gives the entry of a folder', async () => {
    expect(outcome(await get('/Zoo'))).toEqual({ status: 200, body: folderEntry('Zoo') });
    expect((await get('/deep/er/')).json).toEqual(folderEntry('er'));
  });

  it('drops slashes that say nothing', async () => {
    for (const path of ['/a.txt/', '//a.txt', '/deep//er///still/file.bin']) {
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    }
  });

  it('gives a link instead of the entry of a file when a download is asked for', async () => {
    const { status, json } = await get('/a.txt', id, '&dl=1');
    expect([status, Object.keys(json as object)]).toEqual([200, ['download_url']]);
    const { download_url: url } = json as { download_url: string };
    const token = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
    expect(url).toMatch(new RegExp(`^${app().url}/seafhttp/files/${token}/a\\.txt$`));
  });

  it('gives the entry of a folder though a download is asked for', async () => {
    expect(outcome(await get('/Zoo', id, '&dl=1'))).toEqual({ status: 200, body: folderEntry('Zoo') });
  });

  it('gives the entry when a download is not asked for in so many words', async () => {
    for (const more of ['&dl=0', '&dl=', '&dl=true', '&dl=2', '&DL=1']) {
      expect([more, (await get('/a.txt', id, more)).json]).toEqual([more, fileEntry('a.txt', '1.5\u00a0KB')]);
    }
  });
});

describe('an entry that is refused', () => {
  it('is not there', async () => {
    for (const path of [
      '/nope',
      '/A.txt',
      '/Zoo/nope',
      '/nope/deep',
      '/a.txt/inside',
      '/%61.txt',
      '/Zoo/Lo\u0308we + Tiger & 100%.jpg',
    ]) {
      for (const more of ['', '&dl=1']) {
        expect([path, outcome(await get(path, id, more))]).toEqual([
          path,
          { status: 404, body: { error_msg: `File or folder ${path} not found.` } },
        ]);
      }
    }
  });

  it('has no path, or one that leads out of the library', async () => {
    expect(outcome(await admin.call('GET', `libraries/${id}/dirent/`))).toEqual(BAD_PATH);
    expect(outcome(await admin.call('GET', `libraries/${id}/dirent/?dl=1`))).toEqual(BAD_PATH);
    for (const path of [
      '',
      'a.txt',
      '..',
      '/..',
      '/../a.txt',
      '/Zoo/../a.txt',
      '/./a.txt',
      '\\a.txt',
      'C:/a',
    ]) {
      for (const more of ['', '&dl=1'])
        expect([path, outcome(await get(path, id, more))]).toEqual([path, BAD_PATH]);
    }
    expect(outcome(await get(`/${'a'.repeat(4096)}`))).toEqual(BAD_PATH);
  });

  it('is named twice, or in no readable way', async () => {
    const twice = await admin.call('GET', `libraries/${id}/dirent/?path=/a.txt&path=/empty`);
    expect(outcome(twice)).toEqual(BAD_PATH);
    for (const value of ['%ff', '/%00', '/a.txt%00.jpg', '/%c0%ae%c0%ae/a.txt', '/%zz', '/%e0%80%af']) {
      const { status, json } = await admin.call('GET', `libraries/${id}/dirent/?path=${value}`);
      expect([value, status, json]).toEqual([value, 400, unreadable('path')]);
    }
  });

  it('is of a library that is not there', async () => {
    const gone = await admin.makeLibrary('Gone');
    await admin.deleteLibrary(gone);
    for (const absent of [UNKNOWN_LIBRARY, gone]) {
      expect(outcome(await get('/a.txt', absent))).toEqual(libraryNotFound(absent));
    }
  });

  it('is of a library that is not there, which is said before anything about the path', async () => {
    const expected = libraryNotFound(UNKNOWN_LIBRARY);
    expect(outcome(await get('..', UNKNOWN_LIBRARY))).toEqual(expected);
    expect(outcome(await admin.call('GET', `libraries/${UNKNOWN_LIBRARY}/dirent/`))).toEqual(expected);
  });

  it('is of an encrypted library', async () => {
    const encrypted = await admin.makeEncryptedLibrary('Diary');
    for (const more of ['', '&dl=1']) {
      expect(outcome(await get('/a.txt', encrypted, more))).toEqual({
        status: 403,
        body: { error_msg: 'Feature disabled.' },
      });
    }
  });

  it('is the root, which has no entry of its own', async () => {
    const { status } = await get('/');
    expect([200, 404]).toContain(status);
    expect((await get('/', id, '&dl=1')).json).not.toHaveProperty('download_url');
  });
});
