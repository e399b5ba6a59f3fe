import { beforeAll, describe, expect, it } from 'vitest';
import { adminCalls, outcome, recordOf, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { type CallOptions, useApp } from '../../support/running-app.ts';
import { libraryNotFound } from '../../support/user-calls.ts';

const app = useApp();
const admin = adminCalls(app);

let annaToken: string;

const put = (id: string, options: CallOptions) => admin.call('PUT', `libraries/${id}/`, options);

beforeAll(async () => {
  annaToken = await app().addUser('anna@example.com');
});

describe('PUT /api/v2.1/admin/libraries/{id}/ with several fields', () => {
  it('changes status, owner and name at once', async () => {
    const id = await admin.makeLibrary('Before');
    const form = { name: 'After', owner: 'anna@example.com', status: 'read-only' };
    const answer = await put(id, { form });
    expect(outcome(answer)).toEqual({
      status: 200,
      body: recordOf(id, 'After', 'anna@example.com', { status: 'read-only' }),
    });
    expect(await admin.library(id)).toEqual(answer.json);
    const own = await app().call('GET', `/api2/repos/${id}/`, { token: annaToken });
    expect(own.json).toMatchObject({ name: 'After', owner: 'self', permission: 'r' });
  });

  it('takes any two of them, in JSON and multipart forms as well', async () => {
    const id = await admin.makeLibrary('Before');
    expect((await put(id, { json: { status: 'read-only', name: 'A' } })).json).toMatchObject({
      status: 'read-only',
      name: 'A',
    });
    expect(
      (await put(id, { multipart: { status: 'normal', owner: 'anna@example.com' } })).json,
    ).toMatchObject({
      status: 'normal',
      owner: 'anna@example.com',
    });
    expect((await put(id, { form: { owner: 'admin@example.com', name: 'B' } })).json).toMatchObject({
      owner: 'admin@example.com',
      name: 'B',
    });
  });

  it('takes no notice of fields that it does not know', async () => {
    const id = await admin.makeLibrary('Before');
    const form = { name: 'After', id: UNKNOWN_LIBRARY, size: '7', encrypted: 'true', keep_days: '3' };
    expect((await put(id, { form })).json).toMatchObject({ id, name: 'After', size: 0, encrypted: false });
    expect((await admin.call('GET', `libraries/${id}/history-limit/`)).json).toEqual({ keep_days: -1 });
  });
});

describe('when one of several fields is refused', () => {
  const good = { name: 'After', owner: 'anna@example.com', status: 'read-only' };

  it('none is applied', async () => {
    const id = await admin.makeLibrary('Before');
    const before = await admin.library(id);
    const refused: [Record<string, string>, number, string][] = [
      [{ ...good, status: 'frozen' }, 400, 'status invalid.'],
      [{ ...good, name: 'a/b' }, 400, 'name invalid.'],
      [{ ...good, owner: 'nobody' }, 400, 'owner invalid.'],
      [{ ...good, owner: 'nobody@example.com' }, 404, 'User nobody@example.com not found.'],
      [{ ...good, owner: '4711@service_group' }, 404, 'User 4711@service_group not found.'],
      [{ ...good, owner: 'admin@example.com' }, 400, 'Library can not be transferred to owner.'],
    ];
    for (const [form, status, text] of refused) {
      expect([form, outcome(await put(id, { form }))]).toEqual([form, { status, body: { error_msg: text } }]);
      expect(await admin.library(id)).toEqual(before);
    }
  });

  it('there is no new commit either', async () => {
    const id = await admin.makeLibrary('Before', 'anna@example.com');
    await put(id, { form: { name: 'After', owner: 'nobody@example.com' } });
    const { json } = await app().call('GET', `/api/v2.1/repos/${id}/history/`, { token: annaToken });
    expect((json as { data: unknown[] }).data.length).toBe(1);
  });

  it('all fields are read before the library is looked for', async () => {
    const form = { ...good, status: 'frozen' };
    expect((await put(UNKNOWN_LIBRARY, { form })).json).toEqual({ error_msg: 'status invalid.' });
    expect(outcome(await put(UNKNOWN_LIBRARY, { form: good }))).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
  });
});

describe('a body without any of them', () => {
  it('is refused, naming what could be in it', async () => {
    const id = await admin.makeLibrary('Before');
    const before = await admin.library(id);
    const bodies: CallOptions[] = [
      {},
      { form: {} },
      { form: { keep_days: '3' } },
      { form: { Name: 'After', STATUS: 'read-only' } },
      { multipart: { description: 'x' } },
      { json: {} },
      { json: { name: null, status: null, owner: null } },
    ];
    for (const options of bodies) {
      const { status, json } = await put(id, options);
      expect([options, status, json]).toEqual([
        options,
        400,
        { error_msg: expect.stringMatching(/status.*name.*owner|status.*owner.*name/) },
      ]);
    }
    expect(await admin.library(id)).toEqual(before);
  });

  it('is refused whether or not the library is there', async () => {
    expect((await put(UNKNOWN_LIBRARY, { form: {} })).status).toBe(400);
  });
});

describe('the same field twice', () => {
  it('is refused by its name, and nothing is applied', async () => {
    const id = await admin.makeLibrary('Before');
    const before = await admin.library(id);
    for (const field of ['status', 'name', 'owner']) {
      const response = await fetch(new URL(`/api/v2.1/admin/libraries/${id}/`, app().url), {
        method: 'PUT',
        headers: {
          Authorization: `Token ${app().adminToken}`,
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: `status=read-only&name=After&owner=anna@example.com&${field}=normal`,
      });
      expect([response.status, await response.json()]).toEqual([400, { error_msg: `${field} invalid.` }]);
    }
    expect(await admin.library(id)).toEqual(before);
  });
});

describe('many changes at once', () => {
  it('are applied one after the other: the library ends with the fields of one of them', async () => {
    const id = await admin.makeLibrary('Start');
    const names = Array.from({ length: 12 }, (_, number) => `Name ${number}`);
    const answers = await Promise.all(names.map((name) => put(id, { form: { name, status: 'normal' } })));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    expect(names).toContain((await admin.library(id)).name);
  });

  it('to different owners leave exactly one', async () => {
    const id = await admin.makeLibrary('Start');
    const owners = ['anna@example.com', 'admin@example.com', 'anna@example.com'];
    const answers = await Promise.all(owners.map((owner) => put(id, { form: { owner } })));
    for (const { status } of answers) expect([200, 400]).toContain(status);
    expect(owners).toContain((await admin.library(id)).owner);
  });
});
