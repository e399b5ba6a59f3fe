import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminCalls, outcome } from '../../support/admin-calls.ts';
import { type CallOptions, useApp } from '../../support/running-app.ts';

const SUCCESS = { status: 200, body: { success: true } };

const app = useApp();
const admin = adminCalls(app);

let department: number;
let alive: string;
let own: string;
let annas: string;
let contracts: string;

const purge = (options: CallOptions = {}, query = '') =>
  admin.call('DELETE', `trash-libraries/${query}`, options);

beforeAll(async () => {
  await app().addUser('anna@example.com');
  department = await admin.makeDepartment('Sales');
  alive = await admin.makeLibrary('Alive', 'anna@example.com');
});

beforeEach(async () => {
  own = await admin.makeLibrary('Own');
  annas = await admin.makeLibrary('Of Anna', 'anna@example.com');
  contracts = await admin.makeLibrary('Contracts', `${department}@service_group`);
  for (const id of [own, annas, contracts]) await admin.deleteLibrary(id);
});

describe('DELETE /api/v2.1/admin/trash-libraries/', () => {
  it('removes every deleted library for good, and no other', async () => {
    expect(outcome(await purge())).toEqual(SUCCESS);
    expect(await admin.deletedIds()).toEqual([]);
    for (const id of [own, annas, contracts]) {
      expect(existsSync(join(app().dataDir, 'storage', id))).toBe(false);
      expect((await admin.call('PUT', `trash-libraries/${id}/`)).status).toBe(404);
    }
    expect((await admin.library(alive)).name).toBe('Alive');
    expect(await admin.namesIn(alive, '/')).toEqual([]);
  });

  it('is content when there is nothing to remove', async () => {
    await purge();
    expect(outcome(await purge())).toEqual(SUCCESS);
    expect(outcome(await purge({ form: { owner: 'nobody@example.com' } }))).toEqual(SUCCESS);
  });

  it('removes those of one user only when asked to, in any kind of body', async () => {
    for (const options of [
      { form: { owner: 'anna@example.com' } },
      { json: { owner: 'ANNA@example.com' } },
      { multipart: { owner: 'anna@example.com' } },
    ]) {
      const id = await admin.makeLibrary('Of Anna', 'anna@example.com');
      await admin.deleteLibrary(id);
      expect(outcome(await purge(options))).toEqual(SUCCESS);
      const left = await admin.deletedIds();
      expect([left.includes(id), left.includes(own), left.includes(contracts)]).toEqual([false, true, true]);
    }
  });

  it('removes those of one department only when asked to, by either form of its id', async () => {
    for (const suffix of ['service_group', 'seafile_group']) {
      const id = await admin.makeLibrary('Contracts', `${department}@service_group`);
      await admin.deleteLibrary(id);
      expect(outcome(await purge({ form: { owner: `${department}@${suffix}` } }))).toEqual(SUCCESS);
      const left = await admin.deletedIds();
      expect([left.includes(id), left.includes(own), left.includes(annas)]).toEqual([false, true, true]);
    }
  });

  it('removes nothing when the owner has none, though others do', async () => {
    const before = await admin.deletedIds();
    expect(outcome(await purge({ form: { owner: 'nobody@example.com' } }))).toEqual(SUCCESS);
    expect(await admin.deletedIds()).toEqual(before);
  });

  it('removes nothing when the owner is written wrongly or twice', async () => {
    const before = await admin.deletedIds();
    const refused = { status: 400, body: { error_msg: 'owner invalid.' } };
    for (const owner of ['anna', '*', 'x@service_group', '%', ' ']) {
      expect([owner, outcome(await purge({ form: { owner } }))]).toEqual([owner, refused]);
    }
    expect(outcome(await purge({ json: { owner: ['a@b.c', 'd@e.f'] } }))).toEqual(refused);
    expect(await admin.deletedIds()).toEqual(before);
  });

  it('heeds an owner in the address, too, rather than removing everything', async () => {
    expect(outcome(await purge({}, '?owner=anna@example.com'))).toEqual(SUCCESS);
    expect((await admin.deletedIds()).sort()).toEqual(expect.arrayContaining([own, contracts].sort()));
    expect(await admin.deletedIds()).not.toContain(annas);
    expect((await purge({}, '?owner=anna')).status).toBe(400);
  });

  it('removes nothing when the body cannot be read', async () => {
    const before = await admin.deletedIds();
    for (const [type, body, status] of [
      ['application/json', '{"owner":', 400],
      ['application/json', '[]', 400],
      ['multipart/form-data', 'x', 400],
      ['text/plain', 'owner=anna@example.com', 415],
    ] as const) {
      const response = await fetch(new URL('/api/v2.1/admin/trash-libraries/', app().url), {
        method: 'DELETE',
        headers: { Authorization: `Token ${app().adminToken}`, 'Content-Type': type },
        body,
      });
      expect([type, body, response.status]).toEqual([type, body, status]);
    }
    expect(await admin.deletedIds()).toEqual(before);
  });
});
