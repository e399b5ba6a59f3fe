import { beforeAll, describe, expect, it } from 'vitest';
import { adminCalls, outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { type CallOptions, useApp } from '../../support/running-app.ts';
import { libraryNotFound } from '../../support/user-calls.ts';

const REFUSED = { status: 400, body: { error_msg: 'keep_days invalid.' } };

const app = useApp();
const admin = adminCalls(app);

let annaToken: string;

const set = (id: string, options: CallOptions) =>
  admin.call('PUT', `libraries/${id}/history-limit/`, options);
const setTo = (id: string, days: string) => set(id, { form: { keep_days: days } });
const limitOf = async (id: string) => (await admin.call('GET', `libraries/${id}/history-limit/`)).json;

beforeAll(async () => {
  annaToken = await app().addUser('anna@example.com');
});

describe('PUT /api/v2.1/admin/libraries/{id}/history-limit/', () => {
  it('sets for how many days history is kept, and answers the number', async () => {
    const id = await admin.makeLibrary('Photos', 'anna@example.com');
    for (const days of [0, 1, 30, 36500, -1]) {
      expect(outcome(await setTo(id, String(days)))).toEqual({ status: 200, body: { keep_days: days } });
      expect(await limitOf(id)).toEqual({ keep_days: days });
    }
  });

  it('shows the owner the same number', async () => {
    const id = await admin.makeLibrary('Photos', 'anna@example.com');
    await setTo(id, '14');
    const { json } = await app().call('GET', `/api2/repos/${id}/history-limit/`, { token: annaToken });
    expect(json).toEqual({ keep_days: 14 });
  });

  it('takes any negative number for “everything”', async () => {
    const id = await admin.makeLibrary('Photos');
    for (const days of ['-1', '-2', '-36500']) {
      await setTo(id, '5');
      expect(outcome(await setTo(id, days))).toEqual({ status: 200, body: { keep_days: -1 } });
      expect(await limitOf(id)).toEqual({ keep_days: -1 });
    }
  });

  it('takes JSON, as a number or as text, and multipart forms', async () => {
    const id = await admin.makeLibrary('Photos');
    for (const [options, days] of [
      [{ json: { keep_days: 0 } }, 0],
      [{ json: { keep_days: 12 } }, 12],
      [{ json: { keep_days: '13' } }, 13],
      [{ multipart: { keep_days: '14' } }, 14],
      [{ form: { keep_days: '15', other: 'x' } }, 15],
    ] as const) {
      expect(outcome(await set(id, options))).toEqual({ status: 200, body: { keep_days: days } });
    }
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
      expect(outcome(await setTo(id, '21'))).toEqual({ status: 200, body: { keep_days: 21 } });
    }
  });

  it('hides what is older, at once and only while the limit stands', async () => {
    const id = await admin.makeLibrary('Photos', 'anna@example.com');
    await admin.makeFolder(id, '/', 'One');
    await admin.makeFolder(id, '/', 'Two');
    const countCommits = async () => {
      const { json } = await app().call('GET', `/api/v2.1/repos/${id}/history/`, { token: annaToken });
      return (json as { data: unknown[] }).data.length;
    };
    expect(await countCommits()).toBe(3);
    await setTo(id, '0');
    expect(await countCommits()).toBe(1);
    await setTo(id, '-1');
    expect(await countCommits()).toBe(3);
  });

  it('is no change of the content: there is no new commit', async () => {
    const id = await admin.makeLibrary('Photos', 'anna@example.com');
    const before = await admin.library(id);
    await setTo(id, '3');
    expect(await admin.library(id)).toEqual(before);
    const { json } = await app().call('GET', `/api/v2.1/repos/${id}/history/`, { token: annaToken });
    expect((json as { data: unknown[] }).data.length).toBe(1);
  });
});

describe('a limit that is refused', () => {
  it('is missing or no whole number', async () => {
    const id = await admin.makeLibrary('Kept');
    await setTo(id, '7');
    const texts = [
      '',
      'abc',
      '1.5',
      '1,5',
      '0x10',
      '1e2',
      ' 5 ',
      '5 days',
      '５',
      '--1',
      '+',
      '-',
      'NaN',
      'null',
      '∞',
      'true',
    ];
    for (const text of texts) {
      for (const options of [{ form: { keep_days: text } }, { json: { keep_days: text } }]) {
        expect([text, outcome(await set(id, options))]).toEqual([text, REFUSED]);
      }
    }
    const bodies: CallOptions[] = [
      {},
      { form: {} },
      { form: { days: '3' } },
      { json: {} },
      { json: { keep_days: null } },
      { json: { keep_days: 1.5 } },
      { json: { keep_days: true } },
      { json: { keep_days: [] } },
      { json: { keep_days: [1, 2] } },
      { json: { keep_days: { days: 1 } } },
      { multipart: { keep_days: '' } },
    ];
    for (const options of bodies)
      expect([options, outcome(await set(id, options))]).toEqual([options, REFUSED]);
    expect(await limitOf(id)).toEqual({ keep_days: 7 });
  });

  it('is longer than a century', async () => {
    const id = await admin.makeLibrary('Kept');
    for (const text of ['36501', '100001', '9999999999', '9'.repeat(30), `-${'9'.repeat(30)}`]) {
      expect([text, outcome(await setTo(id, text))]).toEqual([text, REFUSED]);
    }
    expect(await limitOf(id)).toEqual({ keep_days: -1 });
  });

  it('is a number beyond all numbers', async () => {
    const id = await admin.makeLibrary('Kept');
    const response = await fetch(new URL(`/api/v2.1/admin/libraries/${id}/history-limit/`, app().url), {
      method: 'PUT',
      headers: { Authorization: `Token ${app().adminToken}`, 'Content-Type': 'application/json' },
      body: '{"keep_days":1e999}',
    });
    expect(response.status).toBe(400);
    expect(await limitOf(id)).toEqual({ keep_days: -1 });
  });

  it('stands in the address instead of the body', async () => {
    const id = await admin.makeLibrary('Kept');
    expect(outcome(await admin.call('PUT', `libraries/${id}/history-limit/?keep_days=3`))).toEqual(REFUSED);
  });

  it('is refused only once the library was found', async () => {
    const id = await admin.makeLibrary('Gone');
    await admin.deleteLibrary(id);
    for (const absent of [UNKNOWN_LIBRARY, id]) {
      for (const days of ['7', 'abc']) {
        expect(outcome(await setTo(absent, days))).toEqual(libraryNotFound(absent));
      }
    }
  });
});
