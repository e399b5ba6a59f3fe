import { beforeAll, describe, expect, it } from 'vitest';
import { A_TIMESTAMP, adminCalls, outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';
import { libraryNotFound } from '../../support/user-calls.ts';

const app = useApp();
const linked = useLinkedLibraries(app);
const admin = adminCalls(app);

let documents: string;

const get = (id: string) => admin.call('GET', `libraries/${id}/`);

beforeAll(async () => {
  await app().addUser('anna@example.com');
  documents = (await linked({ name: 'Documents', files: { 'a.txt': 'x'.repeat(1_572_864), 'b.txt': '' } }))
    .libraryId;
});

describe('GET /api/v2.1/admin/libraries/{id}/', () => {
  it('gives the record of a library', async () => {
    const answer = await get(documents);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(outcome(answer)).toEqual({
      status: 200,
      body: {
        id: documents,
        name: 'Documents',
        owner: 'admin@example.com',
        owner_email: 'admin@example.com',
        owner_name: 'admin',
        owner_contact_email: 'admin@example.com',
        size: 1_572_864,
        size_formatted: '1.5\u00a0MB',
        encrypted: false,
        file_count: 2,
        status: 'normal',
        last_modified: A_TIMESTAMP,
      },
    });
  });

  it('shows the name and the contact address that the owner chose', async () => {
    const id = await admin.makeLibrary('Photos', 'anna@example.com');
    const form = { name: 'Anna A. 🌷', contact_email: 'anna.a@work.example' };
    await admin.call('PUT', 'users/anna@example.com/', { form });
    expect((await get(id)).json).toMatchObject({
      owner: 'anna@example.com',
      owner_email: 'anna@example.com',
      owner_name: 'Anna A. 🌷',
      owner_contact_email: 'anna.a@work.example',
    });
  });

  it('names the department that owns it', async () => {
    const department = await admin.makeDepartment('Sales');
    const id = await admin.makeLibrary('Contracts', `${department}@service_group`);
    expect(outcome(await get(id))).toEqual({
      status: 200,
      body: {
        id,
        name: 'Contracts',
        owner: `${department}@service_group`,
        owner_email: `${department}@service_group`,
        owner_name: 'Sales',
        owner_contact_email: '',
        group_name: 'Sales',
        size: 0,
        size_formatted: '0\u00a0bytes',
        encrypted: false,
        file_count: 0,
        status: 'normal',
        last_modified: A_TIMESTAMP,
      },
    });
  });

  it('shows encrypted libraries and nothing of their keys', async () => {
    const id = await admin.makeEncryptedLibrary('Diary');
    const { status, json } = await get(id);
    expect(status).toBe(200);
    expect(json).toMatchObject({ id, name: 'Diary', encrypted: true });
    expect(Object.keys(json as object).sort()).toEqual(
      Object.keys((await get(documents)).json as object).sort(),
    );
  });

  it('shows what became of it', async () => {
    const id = await admin.makeLibrary('Before');
    await admin.update(id, { name: 'After', status: 'read-only' });
    expect((await get(id)).json).toMatchObject({ name: 'After', status: 'read-only' });
  });

  it('tells when the library was changed last', async () => {
    const id = await admin.makeLibrary('Fresh');
    const { last_modified: text } = await admin.library(id);
    expect(Math.abs(Date.parse(text) - Date.now())).toBeLessThan(60_000);
  });

  it('finds no library under an id that nobody has, or of a deleted one', async () => {
    expect(outcome(await get(UNKNOWN_LIBRARY))).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
    const id = await admin.makeLibrary('Gone');
    await admin.deleteLibrary(id);
    expect(outcome(await get(id))).toEqual(libraryNotFound(id));
  });
});
