import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { surfaceOf } from '../../../src-main/http/surface.ts';
import { OPEN_ROUTES } from '../../support/known-routes.ts';
import { type HttpWorld, httpWorld } from './http-world.ts';

let world: HttpWorld;
let routes: { method: string; url: string }[];

/**
 * Whether the token of an account is asked for. Sync clients show that of a library (main/http/sync/refusals.test.ts), and
 * drives a name and a password (contract/dav/sign-in.test.ts).
 */
const wantsAccount = ({ method, url }: { method: string; url: string }) =>
  !OPEN_ROUTES.includes(`${method} ${url}`) &&
  !url.startsWith('/seafhttp/repo/:') &&
  surfaceOf(url) !== 'dav';

beforeAll(async () => {
  world = await httpWorld();
  routes = await routesOf(world);
});

afterAll(() => world.close());

/** Every route, as the router learns them when it gets ready. */
async function routesOf({ server }: HttpWorld): Promise<{ method: string; url: string }[]> {
  const found: { method: string; url: string }[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) found.push({ method: one, url });
  });
  await server.ready();
  return found;
}

const sampled = (url: string) =>
  url
    .replace(/:library_id\(.*?\$\)/, '8a4f1d4c-1111-4222-8333-444455556666')
    .replace(/:commit_id\(.*?\$\)/, 'a'.repeat(40))
    .replace(/:group_id\(.*?\$\)/, '1')
    .replace(/:size\(.*?\$\)/, '64')
    .replace(/:\w+/g, 'x')
    .replace('*', 'x');

describe('every route', () => {
  it('is one of those that are written down here', () => {
    expect(routes.length).toBeGreaterThan(100);
    const open = OPEN_ROUTES.filter((line) => !routes.some(({ method, url }) => `${method} ${url}` === line));
    expect(open).toEqual([]);
  });

  it('answers nobody without a token, except the open ones', async () => {
    for (const { method, url } of routes.filter(wantsAccount)) {
      const answer = await world.call('', { method: method as 'GET', url: sampled(url) });
      expect([method, url, answer.status]).toEqual([method, url, 403]);
      if (method === 'HEAD') continue;
      const text = 'Authentication credentials were not provided.';
      const body =
        surfaceOf(url) === 'local' ? { error_code: 'unauthenticated', error_msg: text } : { detail: text };
      expect(answer.body).toEqual(body);
    }
  });

  it('answers 401 for a wrong token, and 403 where that of a library is asked for', async () => {
    for (const { method, url } of routes.filter(wantsAccount)) {
      const status = url.startsWith('/api/v2.1/via-repo-token/') ? 403 : 401;
      const answer = await world.call('0'.repeat(40), { method: method as 'GET', url: sampled(url) });
      expect([method, url, answer.status]).toEqual([method, url, status]);
    }
  });

  it('below admin refuses whoever is no administrator, before looking at anything', async () => {
    const admin = routes.filter(({ url }) => surfaceOf(url) === 'admin');
    expect(admin.length).toBeGreaterThan(40);
    for (const { method, url } of admin) {
      const headers = { 'content-type': 'text/xml' };
      const answer = await world.call(world.annaToken, {
        method: method as 'GET',
        url: sampled(url),
        headers,
      });
      expect([method, url, answer.status]).toEqual([method, url, 403]);
      if (method !== 'HEAD') {
        expect(answer.body).toEqual({ detail: 'You do not have permission to perform this action.' });
      }
    }
  });

  it('that shows the disk of the server is for administrators', async () => {
    for (const url of ['folders/', 'browse/?path=/', 'folders/f1/', 'folders/preflight/?path=/x']) {
      const answer = await world.call(world.annaToken, { url: `/api/local/v1/${url}` });
      expect([url, answer.status]).toEqual([url, 403]);
    }
  });
});

describe('the authorization header', () => {
  const ask = (authorization: string) =>
    world.server.inject({ url: '/api2/auth/ping/', headers: { authorization } });

  it('carries a token after Token or Bearer in any letter case', async () => {
    for (const scheme of ['Token', 'token', 'Bearer', 'BEARER']) {
      expect((await ask(`${scheme} ${world.annaToken}`)).body).toBe('"pong"');
    }
  });

  it('is refused in the words of real servers', async () => {
    const missing = 'Authentication credentials were not provided.';
    const answers: [string, number, string][] = [
      ['', 403, missing],
      ['Basic YTpi', 403, missing],
      ['Token', 401, 'Invalid token header. No credentials provided.'],
      ['Token ', 401, 'Invalid token header. No credentials provided.'],
      ['Token a b', 401, 'Invalid token header. Token string should not contain spaces.'],
      ['Token abc', 401, 'Invalid token'],
      [`Token ${world.annaToken.toUpperCase()}`, 401, 'Invalid token'],
      [`Token ${world.annaToken}0`, 401, 'Invalid token'],
    ];
    for (const [header, status, detail] of answers) {
      const answer = await ask(header);
      expect([header, answer.statusCode, answer.json()]).toEqual([header, status, { detail }]);
    }
  });

  it('is the only place a token is read from', async () => {
    expect((await world.call('', { url: `/api2/auth/ping/?token=${world.annaToken}` })).status).toBe(403);
  });

  it('of a deactivated user says so', async () => {
    const other = await httpWorld();
    const admin = { email: 'admin@example.com', isAdmin: true };
    const token = other.annaToken;
    await other.services.accounts.updateUser(admin, 'anna@example.com', { isActive: false });
    expect(await other.call(token, { url: '/api2/auth/ping/' })).toMatchObject({
      status: 401,
      body: { detail: 'User inactive or deleted' },
    });
    await other.close();
  });
});
