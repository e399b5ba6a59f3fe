import { beforeAll, describe, expect, it } from 'vitest';
import {
  A_LIBRARY_ID,
  adminCalls,
  type LibraryRecord,
  outcome,
  recordOf,
} from '../../support/admin-calls.ts';
import { BAD_NAMES, UNUSUAL_NAMES } from '../../support/bad-names.ts';
import { type CallOptions, useApp } from '../../support/running-app.ts';

const app = useApp();
const admin = adminCalls(app);

let annaToken: string;
let department: number;

const create = (options: CallOptions) => admin.call('POST', 'libraries/', options);
const made = async (options: CallOptions) => (await create(options)).json as LibraryRecord;
const countLibraries = async () => (await admin.allLibraries()).length;

beforeAll(async () => {
  annaToken = await app().addUser('anna@example.com');
  department = await admin.makeDepartment('Sales');
});

describe('POST /api/v2.1/admin/libraries/', () => {
  it('makes an empty library of the administrator from a multipart form', async () => {
    const answer = await create({ multipart: { name: 'Documents' } });
    expect(outcome(answer)).toEqual({
      status: 200,
      body: recordOf(A_LIBRARY_ID, 'Documents', 'admin@example.com'),
    });
    const { id } = answer.json as LibraryRecord;
    expect(await admin.library(id)).toEqual(answer.json);
  });

  it('takes a url-encoded form and JSON alike', async () => {
    expect(await made({ form: { name: 'By form' } })).toMatchObject({ name: 'By form' });
    expect(await made({ json: { name: 'By JSON' } })).toMatchObject({ name: 'By JSON' });
    expect(await made({ json: { name: 2026, owner: null } })).toMatchObject({
      name: '2026',
      owner: 'admin@example.com',
    });
    expect(await made({ form: { name: 'Empty owner', owner: '' } })).toMatchObject({
      owner: 'admin@example.com',
    });
  });

  it('makes it for another user, whatever the letter case of the e-mail', async () => {
    const library = await made({ form: { name: 'Photos', owner: 'Anna@Example.COM' } });
    expect(library).toMatchObject({
      owner: 'anna@example.com',
      owner_email: 'anna@example.com',
      owner_name: 'anna',
      owner_contact_email: 'anna@example.com',
    });
    const { json } = await app().call('GET', '/api2/repos/?type=mine', { token: annaToken });
    expect(json).toEqual([
      expect.objectContaining({ id: library.id, name: 'Photos', permission: 'rw', type: 'repo' }),
    ]);
  });

  it('makes it for a department, by either form of its id', async () => {
    for (const suffix of ['service_group', 'seafile_group']) {
      const library = await made({ form: { name: 'Contracts', owner: `${department}@${suffix}` } });
      expect(library).toMatchObject({
        owner: `${department}@service_group`,
        owner_email: `${department}@service_group`,
        owner_name: 'Sales',
        owner_contact_email: '',
        group_name: 'Sales',
      });
    }
  });

  it('begins the history of the library, in the name of the administrator', async () => {
    const { id } = await made({ form: { name: 'With history', owner: 'anna@example.com' } });
    const history = await app().call('GET', `/api/v2.1/repos/${id}/history/`, { token: annaToken });
    expect(history.json).toMatchObject({
      data: [{ description: 'Created library', creator: 'admin@example.com' }],
      more: false,
    });
  });

  it('keeps history without a limit until told otherwise', async () => {
    const { id } = await made({ form: { name: 'Unlimited' } });
    expect((await admin.call('GET', `libraries/${id}/history-limit/`)).json).toEqual({ keep_days: -1 });
  });

  it('gives the same name to as many libraries as asked for', async () => {
    const [first, second] = [await made({ form: { name: 'Twin' } }), await made({ form: { name: 'Twin' } })];
    expect(first.id).not.toBe(second.id);
    expect([first.name, second.name]).toEqual(['Twin', 'Twin']);
  });

  it('keeps unusual names byte for byte', async () => {
    for (const name of UNUSUAL_NAMES) {
      for (const options of [{ form: { name } }, { json: { name } }, { multipart: { name } }]) {
        const library = await made(options);
        expect(library.name).toBe(name);
        expect((await admin.library(library.id)).name).toBe(name);
      }
    }
  });
});

describe('a library that cannot be made', () => {
  it('has no name', async () => {
    const before = await countLibraries();
    const refused = { status: 400, body: { error_msg: 'name invalid.' } };
    const bodies: CallOptions[] = [
      {},
      { form: {} },
      { form: { owner: 'anna@example.com' } },
      { form: { name: '' } },
      { form: { name: '   ' } },
      { form: { name: '\u00a0\u2003' } },
      { multipart: { name: '' } },
      { json: {} },
      { json: { name: null } },
      { json: { name: [] } },
    ];
    for (const options of bodies)
      expect([options, outcome(await create(options))]).toEqual([options, refused]);
    expect(await countLibraries()).toBe(before);
  });

  it('has a name that nothing could hold', async () => {
    const before = await countLibraries();
    const refused = { status: 400, body: { error_msg: 'name invalid.' } };
    for (const name of BAD_NAMES) {
      for (const options of [{ form: { name } }, { json: { name } }]) {
        expect([name, outcome(await create(options))]).toEqual([name, refused]);
      }
    }
    expect(await countLibraries()).toBe(before);
  });

  it('has a list or an object for a name', async () => {
    const before = await countLibraries();
    for (const name of [['a', 'b'], { first: 'a' }, [{ first: 'a' }]]) {
      const { status, text } = await create({ json: { name } });
      expect([name, status, text]).toEqual([name, 400, expect.stringContaining('name')]);
    }
    expect(await countLibraries()).toBe(before);
  });

  it('has a name that is no text', async () => {
    const before = await countLibraries();
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    for (const body of ['name=a%00b', 'name=%ff', 'name=%ed%a0%80', 'name=%c0%af']) {
      const { status, json } = await post(body, form);
      expect([body, status, json]).toEqual([body, 400, { error_msg: 'name invalid.' }]);
    }
    const json = { 'Content-Type': 'application/json' };
    for (const body of ['{"name":"a\\u0000b"}', '{"name":"\\ud800"}']) {
      const answer = await post(body, json);
      expect([body, answer.status, answer.json]).toEqual([body, 400, { error_msg: 'name invalid.' }]);
    }
    expect(await countLibraries()).toBe(before);
  });

  it('is named twice, or owned twice', async () => {
    const before = await countLibraries();
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    for (const [body, text] of [
      ['name=a&name=b', 'name invalid.'],
      ['name=a&owner=anna@example.com&owner=anna@example.com', 'owner invalid.'],
    ] as const) {
      expect(await post(body, form)).toEqual({ status: 400, json: { error_msg: text } });
    }
    expect(await countLibraries()).toBe(before);
  });

  it('would belong to nobody there is', async () => {
    const before = await countLibraries();
    const group = await admin.makeGroup('Chess');
    for (const owner of ['nobody@example.com', '4711@service_group', `${group}@service_group`]) {
      expect([owner, outcome(await create({ form: { name: 'Lost', owner } }))]).toEqual([
        owner,
        { status: 404, body: { error_msg: `User ${owner} not found.` } },
      ]);
    }
    expect(await countLibraries()).toBe(before);
  });

  it('would belong to what is neither an e-mail nor a department', async () => {
    const before = await countLibraries();
    for (const owner of [
      'anna',
      '@',
      'x@service_group',
      '0@service_group',
      '-1@service_group',
      'a b@c',
      '1.5@service_group',
    ]) {
      expect([owner, outcome(await create({ form: { name: 'Lost', owner } }))]).toEqual([
        owner,
        { status: 400, body: { error_msg: 'owner invalid.' } },
      ]);
    }
    expect(await countLibraries()).toBe(before);
  });

  it('is refused for its name before its owner is looked for', async () => {
    const { status, json } = await create({ form: { name: '', owner: 'nobody@example.com' } });
    expect([status, json]).toEqual([400, { error_msg: 'name invalid.' }]);
  });

  it('comes in a body of another kind', async () => {
    const before = await countLibraries();
    for (const type of ['text/plain', 'text/xml', 'application/octet-stream']) {
      expect(await post('name=a', { 'Content-Type': type })).toEqual({
        status: 415,
        json: { detail: `Unsupported media type "${type}" in request.` },
      });
    }
    expect(await countLibraries()).toBe(before);
  });

  it('brings a file along', async () => {
    const before = await countLibraries();
    const body = new FormData();
    body.append('name', new File(['x'], 'x.txt'));
    const { status, json } = await post(body, {});
    expect([status, json]).toEqual([400, { detail: expect.stringMatching(/file/i) }]);
    expect(await countLibraries()).toBe(before);
  });
});

async function post(body: string | FormData, headers: Record<string, string>) {
  const response = await fetch(new URL('/api/v2.1/admin/libraries/', app().url), {
    method: 'POST',
    headers: { Authorization: `Token ${app().adminToken}`, ...headers },
    body,
  });
  return { status: response.status, json: (await response.json()) as unknown };
}
