import { beforeEach, describe, expect, it } from 'vitest';
import { itemCalls } from '../../support/item-calls.ts';
import { useApp } from '../../support/running-app.ts';
import {
  expectTokenNeeded,
  FORTY_HEX,
  PERMISSION_DENIED,
  useCast,
  userCalls,
} from '../../support/user-calls.ts';

const app = useApp();
const cast = useCast(app);
const user = userCalls(app);
const { ask } = itemCalls(app, () => cast().owner);
let library: string;
const error = (status: number, text: string) => ({ status, body: { error_msg: text } });

const path = (name?: string) =>
  `/api/v2.1/repos/${library}/repo-api-tokens/${name === undefined ? '' : `${encodeURIComponent(name)}/`}`;
const make = (form: Record<string, string>, token = cast().owner) => ask('POST', path(), { form, token });
const row = (fields: object) => ({
  repo_id: library,
  generated_by: 'ann@example.com',
  permission: 'rw',
  api_token: FORTY_HEX,
  ...fields,
});

beforeEach(async () => {
  library = await user.makeLibrary(cast().owner, 'Papers');
});

describe('/api/v2.1/repos/{id}/repo-api-tokens/', () => {
  it('answers nobody without a token', async () => {
    await expectTokenNeeded(app(), 'GET', path());
  });

  it('makes tokens, lists them with their text, changes and removes them', async () => {
    expect(await ask('GET', path())).toEqual({ status: 200, body: { repo_api_tokens: [] } });
    const made = await make({ app_name: 'script/1 ü', permission: 'r' });
    expect(made).toEqual({ status: 200, body: row({ app_name: 'script/1 ü', permission: 'r' }) });
    expect(await make({ app_name: 'other' })).toEqual({ status: 200, body: row({ app_name: 'other' }) });
    const listed = (await ask('GET', path())).body as { repo_api_tokens: unknown[] };
    expect(listed.repo_api_tokens).toHaveLength(2);
    expect(listed.repo_api_tokens).toContainEqual(made.body);
    const changed = await ask('PUT', path('script/1 ü'), { form: { permission: 'rw' } });
    expect(changed).toEqual({ status: 200, body: { ...(made.body as object), permission: 'rw' } });
    expect(await ask('DELETE', path('script/1 ü'))).toEqual({ status: 200, body: { success: true } });
    expect(await ask('GET', path())).toMatchObject({ body: { repo_api_tokens: [{ app_name: 'other' }] } });
  });

  it('says what is wrong, in the words of real servers', async () => {
    await make({ app_name: 'one' });
    expect(await make({})).toEqual(error(400, 'app_name invalid.'));
    expect(await make({ app_name: 'x'.repeat(256) })).toEqual(error(400, 'app_name invalid.'));
    expect(await make({ app_name: 'two', permission: 'admin' })).toEqual(error(400, 'permission invalid.'));
    expect(await make({ app_name: 'one' })).toEqual(error(400, 'app: one token already exists.'));
    expect(await ask('PUT', path('one'))).toEqual(error(400, 'permission invalid.'));
    expect(await ask('PUT', path('none'), { form: { permission: 'r' } })).toEqual(
      error(404, 'api token not found'),
    );
    expect(await ask('DELETE', path('none'))).toEqual(error(404, 'api token not found'));
  });

  it('is for who manages the library, whoever else reaches it', async () => {
    await make({ app_name: 'one' });
    const token = cast().stranger;
    for (const [method, of] of [
      ['GET', undefined],
      ['POST', undefined],
      ['PUT', 'one'],
      ['DELETE', 'one'],
    ] as const)
      expect(
        await ask(method, path(of), {
          token,
          ...(method === 'GET' || method === 'DELETE' ? {} : { form: { app_name: 'two', permission: 'r' } }),
        }),
      ).toEqual(PERMISSION_DENIED);
  });

  it('keeps no more than a hundred for a library', async () => {
    for (let at = 0; at < 100; at += 1) expect((await make({ app_name: `app ${at}` })).status).toBe(200);
    expect(await make({ app_name: 'one more' })).toEqual(
      error(400, 'There are too many tokens of this library. Please remove some of them.'),
    );
  });
});
