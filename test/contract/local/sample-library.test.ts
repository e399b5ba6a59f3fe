import { beforeAll, describe, expect, it } from 'vitest';
import { outcome } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';

const app = useApp();
let ann = '';
let bob = '';

beforeAll(async () => {
  ann = await app().addUser('ann@example.com');
  bob = await app().addUser('bob@example.com');
});

const local = async (method: string, path: string, json?: object, token = ann) =>
  outcome(await app().call(method, `/api/local/v1/${path}`, { token, ...(json ? { json } : {}) }));

describe('POST /api/local/v1/sample-library/', () => {
  it('makes one for the caller, once, in their language, and marks it', async () => {
    const made = await local('POST', 'sample-library/', { language: 'de' });
    expect(made).toMatchObject({
      status: 200,
      body: { name: 'Beispiel', is_sample: true, is_mine: true, keep_days: -1, file_count: 9 },
    });
    const { id } = made.body as { id: string };
    expect((await local('POST', 'sample-library/')).body).toMatchObject({ id });
    expect((await local('GET', `libraries/${id}/`, undefined, bob)).status).toBe(403);
    const other = (await local('POST', 'sample-library/', undefined, bob)).body as { id: string };
    expect(other.id).not.toBe(id);
    expect((await local('POST', 'libraries/', { name: 'Own' })).body).toMatchObject({ is_sample: false });
  });

  it('has a past that can be looked at, pictures that are shown, and a conflict to settle', async () => {
    const { id } = (await local('POST', 'sample-library/', undefined, bob)).body as { id: string };
    const bobs = (method: string, path: string, json?: object) => local(method, path, json, bob);
    const history = (await bobs('GET', `libraries/${id}/history/`)).body as { commits: { time: number }[] };
    expect(history.commits).toHaveLength(14);
    expect((history.commits[0]?.time ?? 0) - (history.commits.at(-1)?.time ?? 0)).toBeGreaterThan(
      40 * 86_400,
    );
    const picture = await app().call(
      'GET',
      `/api/local/v1/libraries/${id}/thumbnail/?path=/Pictures/Lake.png&size=48`,
      {
        token: bob,
      },
    );
    expect(picture.status).toBe(200);
    const { conflicts } = (await bobs('GET', 'conflicts/')).body as { conflicts: { path: string }[] };
    const [conflict] = conflicts;
    expect(conflict).toMatchObject({ library_id: id, original_path: '/Trip/Plan.md' });
    const settled = { path: conflict?.path, keep: 'both' };
    expect(await bobs('POST', `libraries/${id}/conflicts/resolve/`, settled)).toMatchObject({ status: 200 });
  });

  it('refuses a language that it has no words in', async () => {
    expect(await local('POST', 'sample-library/', { language: 'xx' })).toMatchObject({
      status: 400,
      body: { error_code: 'argument-invalid', field: 'language' },
    });
  });
});
