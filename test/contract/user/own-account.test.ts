import { beforeAll, describe, expect, it } from 'vitest';
import { outcome } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { expectMethodRefused, expectTokenNeeded, useCast } from '../../support/user-calls.ts';

const app = useApp();
const cast = useCast(app);
const ask = async (method: string, path: string, form?: Record<string, string>) =>
  outcome(await app().call(method, path, { token: cast().owner, ...(form === undefined ? {} : { form }) }));

describe('/api/v2.1/user/', () => {
  const PATH = '/api/v2.1/user/';
  const ann = (name = 'ann') => ({
    status: 200,
    body: {
      email: 'ann@example.com',
      name,
      contact_email: 'ann@example.com',
      telephone: '',
      login_id: '',
      list_in_address_book: true,
    },
  });
  const error = (status: number, text: string) => ({ status, body: { error_msg: text } });

  it('shows the account, and changes its name', async () => {
    expect(await ask('GET', PATH)).toEqual(ann());
    const kept = { contact_email: 'ann@example.com', telephone: '', list_in_address_book: 'false' };
    expect(await ask('PUT', PATH, { name: 'Ann B.', ...kept })).toEqual(ann('Ann B.'));
    expect(await ask('PUT', PATH)).toEqual(ann('Ann B.'));
    const json = { name: 'Ann', list_in_address_book: true };
    expect(outcome(await app().call('PUT', PATH, { token: cast().owner, json }))).toEqual(ann('Ann'));
    expect(await ask('GET', PATH)).toEqual(ann('Ann'));
  });

  it('changes nothing when anything of it is refused', async () => {
    const before = await ask('GET', PATH);
    for (const [form, refusal] of [
      [{ name: 'x'.repeat(65) }, error(400, 'Name is too long (maximum is 64 characters)')],
      [{ name: 'a/b' }, error(400, "Name should not include '/'.")],
      [{ name: 'New', list_in_address_book: 'perhaps' }, error(400, 'list_in_address_book invalid.')],
      [{ name: 'New', contact_email: 'ben@example.com' }, error(403, 'Feature disabled.')],
      [{ name: 'New', telephone: '123' }, error(403, 'Feature disabled.')],
    ] as const) {
      expect(await ask('PUT', PATH, form)).toEqual(refusal);
    }
    expect(await ask('GET', PATH)).toEqual(before);
  });

  it('needs a token, and knows no other method', async () => {
    for (const method of ['GET', 'PUT']) await expectTokenNeeded(app(), method, PATH);
    await expectMethodRefused(app(), 'DELETE', PATH, ['GET', 'PUT']);
  });
});

describe('messages and notifications', () => {
  const PATH = '/api/v2.1/notifications/';

  it('are none', async () => {
    expect(await ask('GET', '/api2/unseen_messages/')).toEqual({ status: 200, body: { count: 0 } });
    expect(await ask('GET', PATH)).toEqual({
      status: 200,
      body: { unseen_count: 0, notification_list: [], count: 0 },
    });
    for (const method of ['PUT', 'DELETE'])
      expect(await ask(method, PATH)).toEqual({ status: 200, body: { success: true } });
  });

  it('need a token all the same', async () => {
    await expectTokenNeeded(app(), 'GET', '/api2/unseen_messages/');
    for (const method of ['GET', 'PUT', 'DELETE']) await expectTokenNeeded(app(), method, PATH);
  });
});

describe('pictures of people', () => {
  const pathOf = (email: string, size = '72') =>
    `/api2/avatars/user/${encodeURIComponent(email)}/resized/${size}/`;
  let url = '';

  beforeAll(async () => {
    url = ((await ask('GET', pathOf('ann@example.com'))).body as { url: string }).url;
  });

  it('have an address that is the same for everybody, whether or not there is such a person', async () => {
    const answer = { status: 200, body: { url, is_default: true, mtime: 0 } };
    for (const email of ['ann@example.com', 'nobody@example.com', `${'x'.repeat(200)}@example.com`])
      expect(await ask('GET', pathOf(email))).toEqual(answer);
    expect(url).toBe(`${app().url}/media/avatars/default.png`);
    await expectTokenNeeded(app(), 'GET', pathOf('ann@example.com'));
  });

  it.each(['x', '-1', '12345'])('have no size %s', async (size) => {
    expect(await ask('GET', pathOf('ann@example.com', size))).toEqual({
      status: 404,
      body: { detail: 'Not found.' },
    });
  });

  it('can be shown by whoever has the address, whatever type is asked for', async () => {
    const response = await fetch(url, { headers: { Accept: 'image/*' } });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([96, 96]);
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
  });
});
