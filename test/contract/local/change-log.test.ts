import { beforeAll, describe, expect, it } from 'vitest';
import type { ChangeLogPageJson } from '../../../src-shared/change-log-api.ts';
import { adminCalls } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { FORTY_HEX } from '../../support/user-calls.ts';

describe('the log of /api/local/v1/', () => {
  const app = useApp();
  const admin = adminCalls(app);
  let papers: string;
  let anna: string;

  const ask = (query: string, token = app().adminToken) =>
    app().call('GET', `/api/local/v1/change-log/${query}`, { token });

  async function page(query: string): Promise<ChangeLogPageJson> {
    const { status, text } = await ask(query);
    expect(status).toBe(200);
    return JSON.parse(text) as ChangeLogPageJson;
  }

  beforeAll(async () => {
    papers = await admin.makeLibrary('Papers');
    for (let count = 0; count < 60; count++) await admin.makeLibrary(`Library ${count}`);
    anna = await app().addUser('anna@example.com');
  }, 120_000);

  it('comes in pages of 50', async () => {
    const first = await page('');
    expect(first.changes.length).toBe(50);
    expect(first.cursor).not.toBeNull();
    const second = await page(`?cursor=${first.cursor}`);
    expect(second.changes.length).toBe(11);
    expect([second.cursor, second.looked_back_to]).toEqual([null, 0]);
    const rows = [...first.changes, ...second.changes];
    expect(new Set(rows.map((row) => row.library_id)).size).toBe(61);
  });

  it('is narrowed to a library, a kind and words', async () => {
    const { changes } = await page(`?library=${papers}`);
    expect(changes).toMatchObject([
      { library_id: papers, library_name: 'Papers', commit: { id: FORTY_HEX } },
    ]);
    expect((await page('?text=LIBRARY%2017')).changes.map((change) => change.library_name)).toEqual([
      'Library 17',
    ]);
    expect((await page('?kind=removed')).changes).toEqual([]);
  });

  it('is that of the caller alone', async () => {
    expect((await ask('', anna)).json).toEqual({ changes: [], cursor: null, looked_back_to: 0 });
    expect((await ask(`?library=${papers}`, anna)).json).toMatchObject({ error_code: 'library-not-found' });
  });

  it('refuses what is no cursor, kind or library', async () => {
    const forged = Buffer.from('log:1:1:nonsense').toString('base64url');
    for (const query of ['?cursor=zzz', `?cursor=${forged}`, '?kind=everything', '?library=papers']) {
      expect([query, (await ask(query)).status]).toEqual([query, 400]);
    }
  });
});

describe('what a newly linked folder begins with', () => {
  const app = useApp();

  it('is what a new library keeps and what is never taken in', async () => {
    const token = app().adminToken;
    const { json } = await app().call('GET', '/api/local/v1/folders/defaults/', { token });
    expect(json).toEqual({ keep_days: -1, ignored: expect.stringContaining('\nnode_modules/\n') });
    const made = await app().call('POST', '/api/local/v1/libraries/', { token, json: { name: 'New' } });
    expect(made.json).toMatchObject({ keep_days: -1 });
  });
});
