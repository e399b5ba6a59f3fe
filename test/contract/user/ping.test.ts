import { beforeAll, describe, expect, it } from 'vitest';
import { adminCalls, NOT_FOUND, outcome } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { expectClearRefusal, expectMethodRefused } from '../../support/user-calls.ts';

const PONG = { status: 200, body: 'pong' };

const app = useApp();

describe('GET /api2/ping/', () => {
  it('answers anybody the JSON string "pong"', async () => {
    const answer = await app().call('GET', '/api2/ping/');
    expect(answer).toMatchObject({ status: 200, text: '"pong"' });
    expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/);
  });

  it('needs no slash at the end, and follows none', async () => {
    expect(outcome(await app().call('GET', '/api2/ping'))).toEqual(PONG);
  });

  it('answers HEAD without a body', async () => {
    expect(await app().call('HEAD', '/api2/ping/')).toMatchObject({ status: 200, text: '' });
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('knows no %s', async (method) => {
    await expectMethodRefused(app(), method, '/api2/ping/', ['GET', 'HEAD']);
  });

  it.each(['/api2/', '/api2/pong/', '/api2/ping/x/', '/api2//ping/', '/api/v2.1/', '/api/v3/ping/'])(
    'knows no %s',
    async (path) => {
      expect(outcome(await app().call('GET', path))).toEqual({ status: 404, body: NOT_FOUND });
    },
  );

  it('answers no page of another site', async () => {
    const foreign = { Origin: 'http://evil.example' };
    const answer = await app().call('GET', '/api2/ping/', { headers: foreign });
    expectClearRefusal(answer, 403);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await app().call('OPTIONS', '/api2/ping/', { headers: foreign });
    expect(preflight.status).toBe(403);
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('refuses addresses and headers beyond all measure', async () => {
    expectClearRefusal(await app().call('GET', `/api2/ping/?x=${'x'.repeat(9000)}`), 414);
    const headers = { 'X-Long': 'x'.repeat(17_000) };
    expect((await app().call('GET', '/api2/ping/', { headers })).status).toBe(431);
  });

  it.each(['/api2/%zz/', '/api2/ping/?x=%zz', '/api2/ping/?x=%ff', '/api2/ping/?x=%00'])(
    'refuses %s, which is no text',
    async (path) => {
      expectClearRefusal(await app().call('GET', path), 400);
    },
  );
});

describe('GET /api2/auth/ping/', () => {
  const admin = adminCalls(app);
  const ask = async (headers: Record<string, string>, path = '/api2/auth/ping/') =>
    outcome(await app().call('GET', path, { headers }));
  let token = '';

  beforeAll(async () => {
    token = await app().addUser('ann@example.com');
  });

  it('answers "pong" to who shows a valid token', async () => {
    expect(await ask({ Authorization: `Token ${token}` })).toEqual(PONG);
    expect(await ask({ Authorization: `Token ${token}` }, '/api2/auth/ping')).toEqual(PONG);
    expect(await ask({ Authorization: `bearer ${token}` })).toEqual(PONG);
  });

  const UNKNOWN = 'a'.repeat(40);
  const NOT_PROVIDED = 'Authentication credentials were not provided.';
  const EMPTY = 'Invalid token header. No credentials provided.';
  const SPACES = 'Invalid token header. Token string should not contain spaces.';

  it.each([
    { header: 'Basic YW5uOnNlY3JldA==', status: 403, detail: NOT_PROVIDED },
    { header: 'Digest x', status: 403, detail: NOT_PROVIDED },
    { header: '', status: 403, detail: NOT_PROVIDED },
    { header: UNKNOWN, status: 403, detail: NOT_PROVIDED },
    { header: 'Token', status: 401, detail: EMPTY },
    { header: 'Token ', status: 401, detail: EMPTY },
    { header: 'Bearer', status: 401, detail: EMPTY },
    { header: `Token ${UNKNOWN} x`, status: 401, detail: SPACES },
    { header: `Token ${UNKNOWN}`, status: 401, detail: 'Invalid token' },
    { header: `Bearer ${UNKNOWN}`, status: 401, detail: 'Invalid token' },
    { header: `Token ${'a'.repeat(39)}`, status: 401, detail: 'Invalid token' },
    { header: `Token ${'a'.repeat(41)}`, status: 401, detail: 'Invalid token' },
    { header: `Token ${'g'.repeat(40)}`, status: 401, detail: 'Invalid token' },
    { header: "Token '--", status: 401, detail: 'Invalid token' },
  ])('answers $status to the header "$header"', async ({ header, status, detail }) => {
    expect(await ask({ Authorization: header })).toEqual({ status, body: { detail } });
  });

  it('answers 403 without a header, and asks for no password', async () => {
    const answer = await app().call('GET', '/api2/auth/ping/');
    expect(outcome(answer)).toEqual({ status: 403, body: { detail: NOT_PROVIDED } });
    expect(answer.headers.get('www-authenticate')).toBeNull();
  });

  it('knows a token neither in capitals nor in the query', async () => {
    const loud = token.toUpperCase();
    if (loud !== token) expect(await ask({ Authorization: `Token ${loud}` })).toMatchObject({ status: 401 });
    expect(await ask({}, `/api2/auth/ping/?token=${token}`)).toMatchObject({ status: 403 });
  });

  it('answers 401 to users who are deactivated or deleted', async () => {
    const inactive = { status: 401, body: { detail: 'User inactive or deleted' } };
    const headers = { Authorization: `Token ${await app().addUser('ben@example.com')}` };
    await admin.call('PUT', 'users/ben@example.com/', { form: { is_active: 'false' } });
    expect(await ask(headers)).toEqual(inactive);
    await admin.call('DELETE', 'users/ben@example.com/');
    expect(await ask(headers)).toEqual(inactive);
  });
});
