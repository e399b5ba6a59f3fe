import { beforeAll, describe, expect, it } from 'vitest';
import { A_TIMESTAMP, adminCalls, outcome, UNKNOWN_LIBRARY, unreadable } from '../../support/admin-calls.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';
import { libraryNotFound } from '../../support/user-calls.ts';

const app = useApp();
const linked = useLinkedLibraries(app);
const admin = adminCalls(app);

let id: string;

const list = (folder: string, library = id) =>
  admin.call('GET', `libraries/${library}/dirents/?parent_dir=${encodeURIComponent(folder)}`);

beforeAll(async () => {
  await app().addUser('anna@example.com');
  const files = {
    'b.txt': 'x'.repeat(1024),
    'A.txt': 'x',
    'empty.txt': '',
    'Zoo/lion.jpg': 'xx',
    'apple/pie/recipe.md': 'flour',
    'a + b & c = 100%/ä ö ü.txt': 'odd',
  };
  id = (await linked({ name: 'Documents', files, mtimeSeconds: 1_700_000_000 })).libraryId;
  await admin.makeFolder(id, '/', 'Blank');
});

describe('GET /api/v2.1/admin/libraries/{id}/dirents/', () => {
  it('lists a folder: folders first, each kind by name without regard to letter case', async () => {
    const folder = { is_file: false, type: 'folder', file_size: '', last_update: A_TIMESTAMP };
    const file = { is_file: true, type: 'file', last_update: '2023-11-14T22:13:20+00:00' };
    const answer = await list('/');
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(outcome(answer)).toEqual({
      status: 200,
      body: {
        repo_id: id,
        repo_name: 'Documents',
        is_system_library: false,
        dirent_list: [
          { ...folder, obj_name: 'a + b & c = 100%' },
          { ...folder, obj_name: 'apple' },
          { ...folder, obj_name: 'Blank' },
          { ...folder, obj_name: 'Zoo' },
          { ...file, obj_name: 'A.txt', file_size: '1\u00a0byte' },
          { ...file, obj_name: 'b.txt', file_size: '1.0\u00a0KB' },
          { ...file, obj_name: 'empty.txt', file_size: '0\u00a0bytes' },
        ],
      },
    });
  });

  it('lists folders inside folders, with or without slashes at the end', async () => {
    const expected = {
      status: 200,
      body: {
        repo_id: id,
        repo_name: 'Documents',
        is_system_library: false,
        dirent_list: [
          {
            obj_name: 'recipe.md',
            is_file: true,
            type: 'file',
            file_size: '5\u00a0bytes',
            last_update: '2023-11-14T22:13:20+00:00',
          },
        ],
      },
    };
    for (const path of ['/apple/pie', '/apple/pie/', '//apple//pie//']) {
      expect([path, outcome(await list(path))]).toEqual([path, expected]);
    }
    expect(await admin.namesIn(id, '/a + b & c = 100%')).toEqual(['ä ö ü.txt']);
  });

  it('lists the root when no folder is named', async () => {
    const root = (await list('/')).json;
    for (const query of ['', '?parent_dir=', '?parent_dir=/', '?parent_dir=//', '?other=x']) {
      expect([query, (await admin.call('GET', `libraries/${id}/dirents/${query}`)).json]).toEqual([
        query,
        root,
      ]);
    }
  });

  it('has an empty list for an empty folder and an empty library', async () => {
    expect((await list('/Blank')).json).toMatchObject({ dirent_list: [] });
    const department = await admin.makeDepartment('Sales');
    const empty = await admin.makeLibrary('Empty', `${department}@service_group`);
    expect(outcome(await list('/', empty))).toEqual({
      status: 200,
      body: { repo_id: empty, repo_name: 'Empty', is_system_library: false, dirent_list: [] },
    });
  });

  it('shows libraries of other users, and read-only ones', async () => {
    const other = await admin.makeLibrary('Photos', 'anna@example.com');
    await admin.makeFolder(other, '/', 'Summer');
    await admin.update(other, { status: 'read-only' });
    expect(await admin.namesIn(other, '/')).toEqual(['Summer']);
  });
});

describe('a listing that is refused', () => {
  it('is of a library that is not there, whatever the folder', async () => {
    const gone = await admin.makeLibrary('Gone');
    await admin.deleteLibrary(gone);
    for (const absent of [UNKNOWN_LIBRARY, gone]) {
      for (const path of ['/', '/nowhere']) {
        expect(outcome(await list(path, absent))).toEqual(libraryNotFound(absent));
      }
    }
  });

  it('is of a library that is not there before the folder is looked at', async () => {
    expect(outcome(await list('relative/../path', UNKNOWN_LIBRARY))).toEqual(
      libraryNotFound(UNKNOWN_LIBRARY),
    );
  });

  it('is of an encrypted library', async () => {
    const encrypted = await admin.makeEncryptedLibrary('Diary');
    for (const path of ['/', '/nowhere']) {
      expect(outcome(await list(path, encrypted))).toEqual({
        status: 403,
        body: { error_msg: 'Feature disabled.' },
      });
    }
  });

  it('is of a folder that is not there, or is a file', async () => {
    for (const [path, shown] of [
      ['/nowhere', '/nowhere/'],
      ['/nowhere/', '/nowhere/'],
      ['/apple/nowhere', '/apple/nowhere/'],
      ['/APPLE', '/APPLE/'],
      ['/A.txt', '/A.txt/'],
      ['/A.txt/b', '/A.txt/b/'],
      ['/ apple', '/ apple/'],
      ['/%2e%2e', '/%2e%2e/'],
    ] as const) {
      expect([path, outcome(await list(path))]).toEqual([
        path,
        { status: 404, body: { error_msg: `Folder ${shown} not found.` } },
      ]);
    }
  });

  it('leads out of the library, or is no path', async () => {
    for (const path of ['..', '/..', '/../', '/apple/../..', '/./apple', '.', 'apple', '\\', 'C:\\']) {
      const { status, json } = await list(path);
      expect([path, status, json]).toEqual([path, 400, { error_msg: 'parent_dir invalid.' }]);
    }
    const long = await list(`/${'a'.repeat(4096)}`);
    expect(outcome(long)).toEqual({ status: 400, body: { error_msg: 'parent_dir invalid.' } });
  });

  it('names two folders, or none that could be read', async () => {
    const twice = await admin.call('GET', `libraries/${id}/dirents/?parent_dir=/&parent_dir=/Zoo`);
    expect(outcome(twice)).toEqual({ status: 400, body: { error_msg: 'parent_dir invalid.' } });
    for (const value of ['%ff', '/%00', '/%c0%ae%c0%ae/', '%zz', '/%ed%a0%80', '/%e2%28%a1']) {
      const { status, json } = await admin.call('GET', `libraries/${id}/dirents/?parent_dir=${value}`);
      expect([value, status, json]).toEqual([value, 400, unreadable('parent_dir')]);
    }
  });
});
