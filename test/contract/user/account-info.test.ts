import { beforeAll, describe, expect, it } from 'vitest';
import { adminCalls, outcome } from '../../support/admin-calls.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';
import { sendBytes, unreadableBodies } from '../../support/unreadable-bodies.ts';
import {
  expectClearRefusal,
  expectMethodRefused,
  expectTokenNeeded,
  useCast,
  userCalls,
} from '../../support/user-calls.ts';

const PATH = '/api2/account/info/';

const app = useApp();

describe('GET /api2/account/info/', () => {
  const cast = useCast(app);
  const user = userCalls(app);
  const admin = adminCalls(app);
  const linkedLibrary = useLinkedLibraries(app);
  const ask = async (token: string) => outcome(await app().call('GET', PATH, { token }));

  it('shows every field of an account', async () => {
    expect(await ask(cast().owner)).toEqual({
      status: 200,
      body: {
        email: 'ann@example.com',
        name: 'ann',
        contact_email: 'ann@example.com',
        login_id: '',
        department: '',
        institution: '',
        avatar_url: `${app().url}/media/avatars/default.png`,
        is_staff: false,
        total: -2,
        usage: 0,
        space_usage: '0%',
        enable_subscription: false,
        file_updates_email_interval: 0,
        collaborate_email_interval: 0,
      },
    });
  });

  it('tells an administrator of the server that he is one', async () => {
    expect(await ask(cast().administrator)).toMatchObject({
      status: 200,
      body: { email: 'admin@example.com', is_staff: true },
    });
  });

  it('adds up the libraries that the user owns, and no others', async () => {
    const files = { 'a.bin': 'x'.repeat(100_000), 'b.bin': 'y'.repeat(25_000) };
    const { libraryId } = await linkedLibrary({ name: 'Large', files });
    expect(await ask(cast().administrator)).toMatchObject({ body: { usage: 125_000 } });
    await user.giveAway(cast().administrator, libraryId, 'dora@example.com');
    expect(await ask(cast().administrator)).toMatchObject({ body: { usage: 0 } });
    expect(await ask(cast().departmentAdmin)).toMatchObject({
      body: { total: -2, usage: 125_000, space_usage: '0%' },
    });
    await admin.call('PUT', 'users/dora@example.com/', { form: { quota_total: '1' } });
    expect(await ask(cast().departmentAdmin)).toMatchObject({
      body: { total: 1_000_000, usage: 125_000, space_usage: '12.5%' },
    });
    await user.giveAway(cast().departmentAdmin, libraryId, cast().department);
    expect(await ask(cast().departmentAdmin)).toMatchObject({ body: { usage: 0, space_usage: '0.0%' } });
  }, 30_000);

  it('shows the contact e-mail, and takes the name from it', async () => {
    const form = { contact_email: 'benny@home.example' };
    await admin.call('PUT', 'users/ben@example.com/', { form });
    expect(await ask(cast().stranger)).toMatchObject({
      body: { email: 'ben@example.com', contact_email: 'benny@home.example', name: 'benny' },
    });
  });

  it('answers nobody without a valid token', async () => {
    await expectTokenNeeded(app(), 'GET', PATH);
  });

  it.each(['POST', 'DELETE'])('knows no %s', async (method) => {
    await expectMethodRefused(app(), method, PATH, ['GET', 'PUT']);
  });
});

describe('PUT /api2/account/info/', () => {
  const user = userCalls(app);
  let token = '';
  const put = async (form: Record<string, string>) => outcome(await app().call('PUT', PATH, { token, form }));
  const nameNow = async () => ((await app().call('GET', PATH, { token })).json as { name: string }).name;

  beforeAll(async () => {
    token = await app().addUser('cleo@example.com');
  });

  it('changes the name and answers the account', async () => {
    const answer = await put({ name: 'Cleo of Alexandria' });
    expect(answer).toMatchObject({
      status: 200,
      body: { email: 'cleo@example.com', name: 'Cleo of Alexandria', total: -2 },
    });
    expect(answer).toEqual(outcome(await app().call('GET', PATH, { token })));
  });

  it('shows the new name wherever people are named', async () => {
    await put({ name: 'Cleo P.' });
    await user.makeLibrary(token, 'Scrolls');
    expect(await user.libraries(token)).toMatchObject([{ owner_name: 'Cleo P.', modifier_name: 'Cleo P.' }]);
  });

  it('reads multipart and JSON alike, and changes nothing when there is no name', async () => {
    const send = async (options: object) => (await app().call('PUT', PATH, { token, ...options })).json;
    expect(await send({ multipart: { name: 'Cleo 2' } })).toMatchObject({ name: 'Cleo 2' });
    expect(await send({ json: { name: 'Cleo 3' } })).toMatchObject({ name: 'Cleo 3' });
    expect(await send({ form: {} })).toMatchObject({ name: 'Cleo 3' });
    expect(await send({})).toMatchObject({ name: 'Cleo 3' });
  });

  it('takes 64 characters, counted as people do', async () => {
    expect(await put({ name: 'ü'.repeat(64) })).toMatchObject({ status: 200 });
  });

  it.each([
    { name: 'x'.repeat(65), text: 'Name is too long (maximum is 64 characters)' },
    { name: 'a/b', text: "Name should not include '/'." },
  ])('refuses $name', async ({ name, text }) => {
    await put({ name: 'Cleo' });
    expect(await put({ name })).toEqual({ status: 400, body: { error_msg: text } });
    expect(await nameNow()).toBe('Cleo');
  });

  it.each(unreadableBodies('name', 'Mallory'))('refuses $why', async (bytes) => {
    expectClearRefusal(await sendBytes(app(), { method: 'PUT', path: PATH, token }, bytes), bytes.status);
    expect(await nameNow()).not.toBe('Mallory');
  });

  it('changes nothing for callers without a valid token', async () => {
    await expectTokenNeeded(app(), 'PUT', PATH);
  });
});
