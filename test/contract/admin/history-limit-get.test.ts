import { beforeAll, describe, expect, it } from 'vitest';
import { adminCalls, outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { libraryNotFound } from '../../support/user-calls.ts';

const app = useApp();
const admin = adminCalls(app);

let annaToken: string;

const limitOf = (id: string) => admin.call('GET', `libraries/${id}/history-limit/`);

beforeAll(async () => {
  annaToken = await app().addUser('anna@example.com');
});

describe('GET /api/v2.1/admin/libraries/{id}/history-limit/', () => {
  it('says that a new library keeps its whole history', async () => {
    const id = await admin.makeLibrary('Photos', 'anna@example.com');
    expect(outcome(await limitOf(id))).toEqual({ status: 200, body: { keep_days: -1 } });
  });

  it('says what an administrator set, and what the owner did', async () => {
    const id = await admin.makeLibrary('Photos', 'anna@example.com');
    await admin.call('PUT', `libraries/${id}/history-limit/`, { form: { keep_days: '90' } });
    expect((await limitOf(id)).json).toEqual({ keep_days: 90 });
    const own = { token: annaToken, form: { keep_days: '0' } };
    await app().call('PUT', `/api2/repos/${id}/history-limit/`, own);
    expect((await limitOf(id)).json).toEqual({ keep_days: 0 });
  });

  it('works for libraries of departments, read-only ones and encrypted ones', async () => {
    const department = await admin.makeDepartment('Sales');
    const readOnly = await admin.makeLibrary('Read-only');
    await admin.update(readOnly, { status: 'read-only' });
    for (const id of [
      readOnly,
      await admin.makeLibrary('Contracts', `${department}@service_group`),
      await admin.makeEncryptedLibrary('Diary'),
    ]) {
      expect(outcome(await limitOf(id))).toEqual({ status: 200, body: { keep_days: -1 } });
    }
  });

  it('knows nothing of libraries that are not there', async () => {
    const id = await admin.makeLibrary('Gone');
    await admin.deleteLibrary(id);
    for (const absent of [UNKNOWN_LIBRARY, id]) {
      expect(outcome(await limitOf(absent))).toEqual(libraryNotFound(absent));
    }
  });
});
