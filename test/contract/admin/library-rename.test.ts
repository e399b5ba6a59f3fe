import { beforeAll, describe, expect, it } from 'vitest';
import { adminCalls, outcome, recordOf, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { BAD_NAMES, UNUSUAL_NAMES } from '../../support/bad-names.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { type CallOptions, useApp } from '../../support/running-app.ts';
import { libraryNotFound } from '../../support/user-calls.ts';

const app = useApp();
const linked = useLinkedLibraries(app);
const admin = adminCalls(app);

let annaToken: string;

const put = (id: string, options: CallOptions) => admin.call('PUT', `libraries/${id}/`, options);
const rename = (id: string, name: string) => put(id, { form: { name } });
const asAnna = async (path: string) => (await app().call('GET', path, { token: annaToken })).json;

beforeAll(async () => {
  annaToken = await app().addUser('anna@example.com');
});

describe('PUT /api/v2.1/admin/libraries/{id}/ with a name', () => {
  it('renames a library and answers its record', async () => {
    const { libraryId: id } = await linked({ name: 'Documents', files: { 'a.txt': 'abc' } });
    const answer = await rename(id, 'Papers');
    expect(outcome(answer)).toEqual({
      status: 200,
      body: recordOf(id, 'Papers', 'admin@example.com', {
        size: 3,
        size_formatted: '3\u00a0bytes',
        file_count: 1,
      }),
    });
    expect(await admin.library(id)).toEqual(answer.json);
    expect(await admin.namesIn(id, '/')).toEqual(['a.txt']);
  });

  it('shows the new name to the owner, and writes it into the history as the administrator', async () => {
    const id = await admin.makeLibrary('Old', 'anna@example.com');
    await rename(id, 'New');
    expect(await asAnna(`/api2/repos/${id}/`)).toMatchObject({
      name: 'New',
      modifier_email: 'admin@example.com',
    });
    expect(await asAnna(`/api/v2.1/repos/${id}/history/`)).toMatchObject({
      data: [
        { description: 'Changed library name or description', creator: 'admin@example.com' },
        { description: 'Created library', creator: 'admin@example.com' },
      ],
      more: false,
    });
  });

  it('keeps the description', async () => {
    const form = { name: 'Described', desc: 'What it is for' };
    const made = await app().call('POST', '/api2/repos/', { token: annaToken, form });
    const { repo_id: id } = made.json as { repo_id: string };
    await rename(id, 'Renamed');
    const info = await asAnna(`/api/local/v1/libraries/${id}/`);
    expect(info).toMatchObject({ name: 'Renamed', description: 'What it is for' });
  });

  it('takes JSON and multipart forms, and the address without a slash', async () => {
    const id = await admin.makeLibrary('Start');
    expect((await put(id, { json: { name: 'By JSON' } })).json).toMatchObject({ name: 'By JSON' });
    expect((await put(id, { json: { name: 7 } })).json).toMatchObject({ name: '7' });
    expect((await put(id, { multipart: { name: 'By multipart' } })).json).toMatchObject({
      name: 'By multipart',
    });
    const plain = await admin.call('PUT', `libraries/${id}`, { form: { name: 'No slash' } });
    expect([plain.status, (await admin.library(id)).name]).toEqual([200, 'No slash']);
  });

  it('renames read-only and encrypted libraries and those of departments', async () => {
    const department = await admin.makeDepartment('Sales');
    const readOnly = await admin.makeLibrary('Read-only');
    await admin.update(readOnly, { status: 'read-only' });
    for (const id of [
      readOnly,
      await admin.makeEncryptedLibrary('Diary'),
      await admin.makeLibrary('Contracts', `${department}@service_group`),
    ]) {
      expect((await rename(id, 'Renamed')).json).toMatchObject({ id, name: 'Renamed' });
    }
    expect((await admin.library(readOnly)).status).toBe('read-only');
  });

  it('allows the name that it has, and that another library has', async () => {
    const [first, second] = [await admin.makeLibrary('One'), await admin.makeLibrary('Two')];
    expect((await rename(first, 'One')).status).toBe(200);
    expect((await rename(first, 'Two')).status).toBe(200);
    expect([(await admin.library(first)).name, (await admin.library(second)).name]).toEqual(['Two', 'Two']);
  });

  it('keeps unusual names byte for byte', async () => {
    const id = await admin.makeLibrary('Start');
    for (const name of UNUSUAL_NAMES) {
      expect(((await rename(id, name)).json as { name: string }).name).toBe(name);
      expect((await admin.library(id)).name).toBe(name);
    }
  });
});

describe('a new name that is refused', () => {
  const refused = { status: 400, body: { error_msg: 'name invalid.' } };

  it('is one that nothing could hold', async () => {
    const id = await admin.makeLibrary('Kept');
    for (const name of [...BAD_NAMES, '', '   ', '\u2003']) {
      for (const options of [{ form: { name } }, { json: { name } }, { multipart: { name } }]) {
        const answer = await put(id, options);
        expect([name, answer.status, answer.json]).toEqual([
          name,
          400,
          { error_msg: expect.stringContaining('name') },
        ]);
      }
    }
    expect((await admin.library(id)).name).toBe('Kept');
  });

  it('is given twice, or is no text', async () => {
    const id = await admin.makeLibrary('Kept');
    expect(outcome(await put(id, { json: { name: ['a', 'b'] } }))).toEqual(refused);
    const { status, json } = await put(id, { form: { name: 'a\0b' } });
    expect([status, json]).toEqual([400, { error_msg: 'name invalid.' }]);
    expect((await admin.library(id)).name).toBe('Kept');
  });

  it('is an object', async () => {
    const id = await admin.makeLibrary('Kept');
    const { status, text } = await put(id, { json: { name: { first: 'a' } } });
    expect([status, text]).toEqual([400, expect.stringContaining('name')]);
    expect((await admin.library(id)).name).toBe('Kept');
  });

  it('leaves no trace in the history', async () => {
    const id = await admin.makeLibrary('Kept', 'anna@example.com');
    await rename(id, '..');
    expect((await asAnna(`/api/v2.1/repos/${id}/history/`)) as { data: unknown[] }).toMatchObject({
      data: [{ description: 'Created library' }],
    });
  });

  it('is refused before the library is looked for', async () => {
    expect(outcome(await rename(UNKNOWN_LIBRARY, 'a/b'))).toEqual(refused);
    expect(outcome(await rename(UNKNOWN_LIBRARY, 'Fine'))).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
  });

  it('is for a deleted library', async () => {
    const id = await admin.makeLibrary('Gone');
    await admin.deleteLibrary(id);
    expect((await rename(id, 'Other')).status).toBe(404);
    const { json } = await admin.call('GET', 'trash-libraries/');
    expect((json as { repos: unknown[] }).repos).toContainEqual(
      expect.objectContaining({ id, name: 'Gone' }),
    );
  });
});
