import { beforeAll, describe, expect, it } from 'vitest';
import type { ConflictTextsJson } from '../../../src-shared/conflicts-api.ts';
import { outcome } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { uploadCalls } from '../../support/uploads.ts';
import { FORTY_HEX } from '../../support/user-calls.ts';

const COPY = 'a (SFConflict bert@example.com 2026-11-20-10-11-12).txt';
const NONE = { original: null, copy: null, ancestor: null };

const app = useApp();
const { upload, updateLink, send, textOf } = uploadCalls(app);
let ann = '';
let bob = '';

beforeAll(async () => {
  ann = await app().addUser('ann@example.com');
  bob = await app().addUser('bob@example.com');
});

async function local(
  method: string,
  path: string,
  { json, token = ann }: { json?: object; token?: string } = {},
) {
  return outcome(await app().call(method, `/api/local/v1/${path}`, { token, ...(json ? { json } : {}) }));
}

async function makeLibrary(password?: string): Promise<string> {
  return ((await local('POST', 'libraries/', { json: { name: 'Notes', password } })).body as { id: string })
    .id;
}

/** A library with two versions of a file, and a conflict copy of it. */
async function clashing({
  texts,
  password,
}: {
  texts: readonly [string, string, string];
  password?: string;
}) {
  const id = await makeLibrary(password);
  const [first, second, copy] = texts;
  await upload(ann, id, { files: [['a.txt', first]] });
  await send(await updateLink(ann, id), { target_file: '/a.txt' }, [['a.txt', second]]);
  await upload(ann, id, { files: [[COPY, copy]] });
  return id;
}

const open = (id: string, token = ann) =>
  local('GET', `libraries/${id}/conflicts/merge/?path=${encodeURIComponent(`/${COPY}`)}`, { token });

const save = (id: string, json: object, token = ann) =>
  local('POST', `libraries/${id}/conflicts/merge/`, { json: { path: `/${COPY}`, ...json }, token });

async function idsOf(id: string) {
  const { original, copy } = (await open(id)).body as ConflictTextsJson;
  return { original_id: original?.object_id, copy_id: copy?.object_id };
}

describe('GET and POST /api/local/v1/libraries/{id}/conflicts/merge/', () => {
  it('give both sides with what both were made from, and take a text of lines of both', async () => {
    const id = await clashing({ texts: ['1\r\n2\r\n3\r\n', '1\r\n2\r\nmine\r\n', 'theirs\r\n2\r\n3\r\n'] });
    expect(await open(id)).toEqual({
      status: 200,
      body: {
        obstacle: '',
        original: { object_id: FORTY_HEX, lines: ['1', '2', 'mine'] },
        copy: { object_id: FORTY_HEX, lines: ['theirs', '2', '3'] },
        ancestor: { time: expect.any(Number), lines: ['1', '2', '3'] },
      },
    });
    const pieces = ['copy:0-1', 'original:1-3'];
    expect(await save(id, { ...(await idsOf(id)), pieces })).toEqual({
      status: 200,
      body: { path: '/a.txt', commit_id: FORTY_HEX },
    });
    expect(await textOf(ann, id, '/a.txt')).toBe('theirs\r\n2\r\nmine\r\n');
    expect((await local('GET', 'conflicts/')).body).toEqual({ conflicts: [] });
  });

  it('say why not', async () => {
    const id = await clashing({ texts: ['a\n', 'b\0', 'c\n'] });
    expect(await open(id)).toEqual({ status: 200, body: { obstacle: 'no-text', ...NONE } });
    const refused = { status: 400, body: { error_code: 'argument-invalid' } };
    expect(await save(id, { original_id: 'x', copy_id: 'y', pieces: [] })).toMatchObject(refused);
  });

  it('need an encrypted library open', async () => {
    const id = await clashing({
      texts: ['1\n2\n', '1\nmine\n', 'theirs\n2\n'],
      password: 'correct horse battery',
    });
    const ids = await idsOf(id);
    await local('DELETE', `libraries/${id}/unlock/`);
    const locked = { status: 440, body: { error_code: 'library-locked' } };
    expect(await open(id)).toMatchObject(locked);
    expect(await save(id, { ...ids, pieces: ['original:0-2'] })).toMatchObject(locked);
    await local('POST', `libraries/${id}/unlock/`, { json: { password: 'correct horse battery' } });
    expect((await save(id, { ...ids, pieces: ['copy:0-1', 'original:1-2'] })).status).toBe(200);
    expect(await textOf(ann, id, '/a.txt')).toBe('theirs\nmine\n');
  });

  it('refuse what is missing, unreadable, too much, gone or not theirs, and change nothing', async () => {
    const id = await clashing({ texts: ['1\n2\n', '1\nmine\n', 'theirs\n2\n'] });
    const ids = await idsOf(id);
    const answers = [
      await save(id, {}),
      await save(id, ids),
      await save(id, { ...ids, pieces: ['original:0-3'] }),
      await save(id, { ...ids, pieces: ['original:0-1', 'original:0-1'] }),
      await save(id, { ...ids, pieces: [null] }),
      await save(id, { ...ids, pieces: { 0: 'original:0-1' } }),
      await save(id, { ...ids, copy_id: ids.original_id, pieces: [] }),
      await save(id, { ...ids, path: '/a.txt', pieces: [] }),
      await save(id, { ...ids, pieces: [] }, bob),
      await open(id, bob),
      await local('GET', `libraries/${id}/conflicts/merge/?path=/none`),
    ];
    expect(answers.map(({ status, body }) => [status, (body as { error_code: string }).error_code])).toEqual([
      [400, 'argument-missing'],
      [400, 'argument-missing'],
      [400, 'argument-invalid'],
      [400, 'argument-invalid'],
      [400, 'argument-invalid'],
      [400, 'argument-invalid'],
      [409, 'head-moved'],
      [404, 'item-not-found'],
      [403, 'permission-denied'],
      [403, 'permission-denied'],
      [404, 'item-not-found'],
    ]);
    expect(await textOf(ann, id, '/a.txt')).toBe('1\nmine\n');
    expect(await textOf(ann, id, `/${COPY}`)).toBe('theirs\n2\n');
  });
});
