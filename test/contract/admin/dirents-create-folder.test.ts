import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { A_TIMESTAMP, adminCalls, outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { BAD_NAMES, UNUSUAL_NAMES } from '../../support/bad-names.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { type CallOptions, useApp } from '../../support/running-app.ts';
import { libraryNotFound } from '../../support/user-calls.ts';

const app = useApp();
const linked = useLinkedLibraries(app);
const admin = adminCalls(app);

let annaToken: string;
let id: string;

const create = (parent: string, options: CallOptions, library = id) =>
  admin.call('POST', `libraries/${library}/dirents/?parent_dir=${encodeURIComponent(parent)}`, options);
const named = (parent: string, name: string, library = id) =>
  create(parent, { form: { obj_name: name } }, library);
const folderEntry = (name: string) => ({
  obj_name: name,
  is_file: false,
  type: 'folder',
  file_size: '',
  last_update: A_TIMESTAMP,
});

beforeAll(async () => {
  annaToken = await app().addUser('anna@example.com');
});

beforeEach(async () => {
  id = await admin.makeLibrary('Photos', 'anna@example.com');
});

describe('POST /api/v2.1/admin/libraries/{id}/dirents/', () => {
  it('makes an empty folder and answers its entry', async () => {
    expect(outcome(await named('/', 'Summer'))).toEqual({ status: 200, body: folderEntry('Summer') });
    expect((await admin.call('GET', `libraries/${id}/dirents/?parent_dir=/`)).json).toEqual({
      repo_id: id,
      repo_name: 'Photos',
      is_system_library: false,
      dirent_list: [folderEntry('Summer')],
    });
    expect(await admin.namesIn(id, '/Summer')).toEqual([]);
  });

  it('makes folders inside folders, and in the root when none is named', async () => {
    await named('/', 'Summer');
    expect(outcome(await named('/Summer/', 'July'))).toEqual({ status: 200, body: folderEntry('July') });
    expect(await admin.namesIn(id, '/Summer')).toEqual(['July']);
    const inRoot = await admin.call('POST', `libraries/${id}/dirents/`, { form: { obj_name: 'Winter' } });
    expect(outcome(inRoot)).toEqual({ status: 200, body: folderEntry('Winter') });
    expect(await admin.namesIn(id, '/')).toEqual(['Summer', 'Winter']);
  });

  it('takes JSON and multipart forms, says no to nothing of “is_file: false”, and needs no final slash', async () => {
    expect((await create('/', { json: { obj_name: 'a' } })).json).toEqual(folderEntry('a'));
    expect((await create('/', { json: { obj_name: 5, is_file: false } })).json).toEqual(folderEntry('5'));
    expect((await create('/', { multipart: { obj_name: 'b', is_file: 'false' } })).json).toEqual(
      folderEntry('b'),
    );
    const plain = await admin.call('POST', `libraries/${id}/dirents?parent_dir=/`, {
      form: { obj_name: 'c' },
    });
    expect(plain.json).toEqual(folderEntry('c'));
    expect(await admin.namesIn(id, '/')).toEqual(['5', 'a', 'b', 'c']);
  });

  it('gives a taken name a number, letter case counting', async () => {
    expect((await named('/', 'Trip.2024')).json).toEqual(folderEntry('Trip.2024'));
    expect((await named('/', 'Trip.2024')).json).toEqual(folderEntry('Trip.2024 (1)'));
    expect((await named('/', 'Trip.2024')).json).toEqual(folderEntry('Trip.2024 (2)'));
    expect((await named('/', 'trip.2024')).json).toEqual(folderEntry('trip.2024'));
  });

  it('gives a name that a file has a number, too', async () => {
    const { libraryId } = await linked({ name: 'Documents', files: { notes: 'x' } });
    expect((await named('/', 'notes', libraryId)).json).toEqual(folderEntry('notes (1)'));
    expect(await admin.namesIn(libraryId, '/')).toEqual(['notes (1)', 'notes']);
  });

  it('finds room for the number when a name has no room left', async () => {
    const name = 'a'.repeat(255);
    await named('/', name);
    const second = await named('/', name);
    expect(second.status).toBe(200);
    const shown = (second.json as { obj_name: string }).obj_name;
    expect([shown.length <= 255, shown.endsWith(' (1)')]).toEqual([true, true]);
    expect(await admin.namesIn(id, '/')).toEqual(expect.arrayContaining([name, shown]));
  });

  it('keeps unusual names byte for byte, also those that other systems cannot hold', async () => {
    const names = [...UNUSUAL_NAMES, 'CON', 'trailing.', 'trailing ', 'a:b', 'a*?'];
    for (const name of names) {
      expect([name, outcome(await named('/', name))]).toEqual([
        name,
        { status: 200, body: folderEntry(name) },
      ]);
    }
    expect((await admin.namesIn(id, '/')).sort()).toEqual([...names].sort());
  });

  it('is written into the history in the name of the administrator', async () => {
    await named('/', 'Summer');
    const { json } = await app().call('GET', `/api/v2.1/repos/${id}/history/`, { token: annaToken });
    expect(json).toMatchObject({
      data: [
        { description: expect.stringContaining('Added directory "Summer"'), creator: 'admin@example.com' },
        { description: 'Created library' },
      ],
    });
    const own = await app().call('GET', `/api2/repos/${id}/`, { token: annaToken });
    expect(own.json).toMatchObject({ modifier_email: 'admin@example.com', file_count: 0, size: 0 });
  });

  it('loses none of many folders that are made at the same time', async () => {
    const names = Array.from({ length: 10 }, (_, number) => `Folder ${number}`);
    const answers = await Promise.all([...names, 'Folder 0'].map((name) => named('/', name)));
    expect(answers.map(({ status }) => status)).toEqual([...names, 'x'].map(() => 200));
    expect(await admin.namesIn(id, '/')).toEqual(expect.arrayContaining(names));
  });
});

describe('a file that is asked for', () => {
  it('is made empty', async () => {
    const answer = await create('/', { form: { obj_name: 'new.txt', is_file: 'true' } });
    expect(outcome(answer)).toEqual({
      status: 200,
      body: {
        obj_name: 'new.txt',
        is_file: true,
        type: 'file',
        file_size: '0\u00a0bytes',
        last_update: A_TIMESTAMP,
      },
    });
    expect(await admin.namesIn(id, '/')).toEqual(['new.txt']);
  });

  it('is no file and no folder when the answer is neither yes nor no', async () => {
    for (const value of ['maybe', '2', 'yes']) {
      expect(outcome(await create('/', { form: { obj_name: 'x', is_file: value } }))).toEqual({
        status: 400,
        body: { error_msg: 'is_file invalid.' },
      });
    }
    expect(await admin.namesIn(id, '/')).toEqual([]);
  });
});

describe('a folder that is refused', () => {
  const badName = { status: 400, body: { error_msg: 'obj_name invalid.' } };

  it('has no name, or one that nothing could hold', async () => {
    const bodies: CallOptions[] = [
      {},
      { form: {} },
      { form: { name: 'x' } },
      { json: { obj_name: null } },
      { json: {} },
    ];
    for (const options of bodies)
      expect([options, outcome(await create('/', options))]).toEqual([options, badName]);
    for (const name of ['', ...BAD_NAMES]) {
      for (const options of [{ form: { obj_name: name } }, { json: { obj_name: name } }]) {
        expect([name, outcome(await create('/', options))]).toEqual([name, badName]);
      }
    }
    expect(outcome(await create('/', { json: { obj_name: ['a', 'b'] } }))).toEqual(badName);
    expect(await admin.namesIn(id, '/')).toEqual([]);
    const { json } = await app().call('GET', `/api/v2.1/repos/${id}/history/`, { token: annaToken });
    expect((json as { data: unknown[] }).data.length).toBe(1);
  });

  it('would lie in a folder that is not there, or in a file', async () => {
    const { libraryId } = await linked({ name: 'Documents', files: { 'a.txt': 'x' } });
    for (const [parent, shown] of [
      ['/nowhere', '/nowhere/'],
      ['/nowhere/deep/', '/nowhere/deep/'],
      ['/a.txt', '/a.txt/'],
    ] as const) {
      for (const name of ['New', '..']) {
        expect([parent, outcome(await named(parent, name, libraryId))]).toEqual([
          parent,
          { status: 404, body: { error_msg: `Folder ${shown} not found.` } },
        ]);
      }
    }
    expect(await admin.namesIn(libraryId, '/')).toEqual(['a.txt']);
  });

  it('would lie outside of the library', async () => {
    for (const parent of ['..', '/..', '/../', '/a/../..', 'relative', `/${'a'.repeat(4096)}`]) {
      const { status, json } = await named(parent, 'New');
      expect([parent, status, json]).toEqual([parent, 400, { error_msg: 'parent_dir invalid.' }]);
    }
    expect(await admin.namesIn(id, '/')).toEqual([]);
  });

  it('would have a path that is too long to be asked for', async () => {
    const name = 'd'.repeat(255);
    let parent = '';
    for (let depth = 0; depth < 16; depth++) {
      expect((await named(`${parent}/`, name)).status).toBe(200);
      parent += `/${name}`;
    }
    expect(Buffer.byteLength(parent)).toBe(4096);
    const { status } = await named(parent, 'x');
    expect(status).toBe(400);
    expect(await admin.namesIn(id, parent)).toEqual([]);
  });

  it('would lie in no library, in an encrypted one, or in a read-only one', async () => {
    const encrypted = await admin.makeEncryptedLibrary('Diary');
    await admin.update(id, { status: 'read-only' });
    for (const name of ['New', '..']) {
      expect(outcome(await named('/', name, UNKNOWN_LIBRARY))).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
      expect(outcome(await named('/', name, encrypted))).toEqual({
        status: 403,
        body: { error_msg: 'Feature disabled.' },
      });
    }
    expect(outcome(await named('/', 'New'))).toEqual({
      status: 403,
      body: { error_msg: 'Permission denied.' },
    });
    expect(await admin.namesIn(id, '/')).toEqual([]);
  });

  it('would lie in no library, which is said before anything about the folder', async () => {
    expect(outcome(await named('relative', 'New', UNKNOWN_LIBRARY))).toEqual(
      libraryNotFound(UNKNOWN_LIBRARY),
    );
  });
});
