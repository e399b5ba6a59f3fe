import { beforeAll, describe, expect, it } from 'vitest';
import { adminCalls, MALFORMED_LIBRARY_IDS, NOT_FOUND, UNKNOWN_LIBRARY } from '../support/admin-calls.ts';
import {
  addressOf,
  OPEN_ROUTES,
  sampleParameters,
  takesAddress,
  watchKnownRoutes,
} from '../support/known-routes.ts';
import { useApp } from '../support/running-app.ts';

const LIBRARY = ':library_id(^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$)';
const COMMIT = ':commit_id(^[0-9a-f]{40}$)';

/** Drives: they ask for name and password, not for a token. */
const isDav = (pattern: string) => /^\/(seaf)?dav(\/|$)/.test(pattern);
const NAME_NEEDED = 'A name and a password are needed.';

/** Calls of sync clients: they show the token of one library, and no token is a request that makes no sense. */
const isSync = (pattern: string) => pattern.startsWith('/seafhttp/repo/:');

/** Calls of programs that show the token of one library. */
const isViaToken = (pattern: string) => pattern.startsWith('/api/v2.1/via-repo-token/');

/** The calls of the contract. */
const CONTRACT = [
  'GET /api2/default-repo/',
  'POST /api2/default-repo/',
  'GET /api2/repos/',
  'POST /api2/repos/',
  `GET /api2/repos/${LIBRARY}/`,
  `POST /api2/repos/${LIBRARY}/`,
  `DELETE /api2/repos/${LIBRARY}/`,
  `GET /api2/repos/${LIBRARY}/owner/`,
  `PUT /api2/repos/${LIBRARY}/owner/`,
  `GET /api2/repos/${LIBRARY}/history-limit/`,
  `PUT /api2/repos/${LIBRARY}/history-limit/`,
  `GET /api/v2.1/repos/${LIBRARY}/history/`,
  `GET /api/v2.1/repos/${LIBRARY}/trash/`,
  `DELETE /api/v2.1/repos/${LIBRARY}/trash/`,
  `GET /api/v2.1/repos/${LIBRARY}/commits/${COMMIT}/`,
  'GET /api/v2.1/admin/libraries/',
  'POST /api/v2.1/admin/libraries/',
  'GET /api/v2.1/admin/search-library/',
  `GET /api/v2.1/admin/libraries/${LIBRARY}/`,
  `PUT /api/v2.1/admin/libraries/${LIBRARY}/`,
  `DELETE /api/v2.1/admin/libraries/${LIBRARY}/`,
  `GET /api/v2.1/admin/libraries/${LIBRARY}/history-limit/`,
  `PUT /api/v2.1/admin/libraries/${LIBRARY}/history-limit/`,
  'GET /api/v2.1/admin/trash-libraries/',
  'DELETE /api/v2.1/admin/trash-libraries/',
  `PUT /api/v2.1/admin/trash-libraries/${LIBRARY}/`,
  `DELETE /api/v2.1/admin/trash-libraries/${LIBRARY}/`,
  `GET /api/v2.1/admin/libraries/${LIBRARY}/dirents/`,
  `POST /api/v2.1/admin/libraries/${LIBRARY}/dirents/`,
  `GET /api/v2.1/admin/libraries/${LIBRARY}/dirent/`,
  `DELETE /api/v2.1/admin/libraries/${LIBRARY}/dirent/`,
];

/** On our own surface: what shows or changes the disk of the server, or concerns others. */
const LOCAL_ADMIN =
  /^\/api\/local\/v1\/(folders|browse|secrets|storage|users|tokens|admin|check|backup|integrity|reach)\/|\/export\/$/;

/** What plain users must not have changed. */
const KEPT = ['libraries/', 'trash-libraries/', 'users/', 'groups/', 'address-book/groups/'].map(
  (path) => `/api/v2.1/admin/${path}`,
);

/** Bodies that nobody can read, and one that would do something at most calls. */
const ODD_BODIES = [
  ...['application/json', 'multipart/form-data', 'text/xml'].map((type) => [type, '{"cut'] as const),
  [
    'application/x-www-form-urlencoded',
    'name=Mine&owner=anna@example.com&status=read-only&keep_days=3&obj_name=x&email=mallory@example.com&password=x&is_staff=true',
  ],
] as const;

const known = watchKnownRoutes();
const app = useApp();
const admin = adminCalls(app);

let annaToken: string;
/** Belongs to the administrator. */
let library: string;

interface Asked {
  readonly token?: string;
  readonly contentType?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask(method: string, address: string, { token, contentType, body, headers }: Asked = {}) {
  const response = await fetch(app().url + address, {
    method,
    redirect: 'manual',
    headers: {
      ...(token === undefined ? {} : { Authorization: `Token ${token}` }),
      ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const routes = () => known.map((route) => ({ ...route, name: `${route.method} ${route.pattern}` }));
const address = (pattern: string) => addressOf(pattern, sampleParameters(library));
const isAdminRoute = (pattern: string) => pattern.startsWith('/api/v2.1/admin/') || LOCAL_ADMIN.test(pattern);

/** How a surface says a sentence. */
function bodyOf(pattern: string, text: string, code: string): string {
  if (!pattern.startsWith('/api/local/v1/')) return JSON.stringify({ detail: text });
  return JSON.stringify({ error_code: code, error_msg: text });
}

/** The status of who shows nothing. */
const refusedWith = (pattern: string) => (isSync(pattern) ? 400 : isDav(pattern) ? 401 : 403);

beforeAll(async () => {
  annaToken = await app().addUser('anna@example.com');
  library = await admin.makeLibrary('Private');
});

describe('every route', () => {
  it('is known, and every call of the contract is among them', () => {
    const names = routes().map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(CONTRACT));
    expect(names).toEqual(expect.arrayContaining([...OPEN_ROUTES]));
  });

  it('answers nobody without a token, but for a few public ones', async () => {
    const text = 'Authentication credentials were not provided.';
    for (const { name, method, pattern } of routes()) {
      if (OPEN_ROUTES.includes(name)) continue;
      const answer = await ask(method, address(pattern));
      const wording = isSync(pattern) ? 'token is null' : bodyOf(pattern, text, 'unauthenticated');
      const body = method === 'HEAD' ? '' : isDav(pattern) ? NAME_NEEDED : wording;
      expect([name, answer.status, answer.text]).toEqual([name, refusedWith(pattern), body]);
    }
  });

  it('answers nobody whose token is wrong, nor one that stands in the address', async () => {
    for (const { name, method, pattern } of routes()) {
      if (OPEN_ROUTES.includes(name)) continue;
      const wrong = await ask(method, address(pattern), { token: '0'.repeat(40) });
      const text = isViaToken(pattern) ? 'Token inactive or deleted' : 'Invalid token';
      const wording = bodyOf(pattern, text, 'unauthenticated');
      const refusal = isSync(pattern) || isViaToken(pattern) ? 403 : 401;
      const body = isSync(pattern) ? 'Permission denied.' : isDav(pattern) ? NAME_NEEDED : wording;
      const seen = [name, wrong.status, wrong.text];
      expect(seen).toEqual([name, refusal, method === 'HEAD' ? '' : body]);
      const inAddress = await ask(method, `${address(pattern)}?token=${app().adminToken}`);
      expect([name, inAddress.status]).toEqual([name, refusedWith(pattern)]);
    }
  });

  it('refuses a wrong token before it reads a body that nobody could', async () => {
    for (const { name, method, pattern } of routes()) {
      if (OPEN_ROUTES.includes(name) || method === 'GET' || method === 'HEAD') continue;
      for (const contentType of ['application/json', 'multipart/form-data', 'text/xml']) {
        const answer = await ask(method, address(pattern), { contentType, body: '{"cut' });
        expect([name, contentType, answer.status]).toEqual([name, contentType, refusedWith(pattern)]);
      }
    }
  });

  it('that is public gives away nothing but what it is for', async () => {
    const ping = await ask('GET', '/api2/ping/');
    expect([ping.status, ping.text]).toEqual([200, '"pong"']);
    const about = await ask('GET', '/api2/server-info/');
    expect(Object.keys(JSON.parse(about.text)).sort()).toEqual([
      'encrypted_library_version',
      'features',
      'version',
    ]);
    expect((await ask('POST', '/api2/auth-token/')).status).toBe(400);
    expect((await ask('POST', '/api/local/v1/session/')).status).toBe(400);
    const file = await ask('GET', address('/seafhttp/files/:token/*'));
    expect([file.status, file.text]).toEqual([403, 'Access token not found']);
  });

  it('of administration refuses plain users, about themselves too, whatever the body', async () => {
    const text = 'You do not have permission to perform this action.';
    const adminRoutes = routes().filter(({ pattern }) => isAdminRoute(pattern));
    expect(adminRoutes.length).toBeGreaterThan(40);
    const own = await admin.makeLibrary('Of Anna', 'anna@example.com');
    const deleted = await admin.makeLibrary('Deleted', 'anna@example.com');
    await admin.deleteLibrary(deleted);
    const state = () => Promise.all(KEPT.map((path) => ask('GET', path, { token: app().adminToken })));
    const before = (await state()).map((answer) => answer.text);
    for (const { name, method, pattern } of adminRoutes) {
      const body = method === 'HEAD' ? '' : bodyOf(pattern, text, 'permission-denied');
      for (const id of [library, own, deleted, UNKNOWN_LIBRARY]) {
        const at = addressOf(pattern, { ...sampleParameters(id), email: 'anna@example.com' });
        const plain = await ask(method, at, { token: annaToken });
        expect([name, plain.status, plain.text]).toEqual([name, 403, body]);
        if (method === 'GET' || method === 'HEAD') continue;
        for (const [contentType, sent] of ODD_BODIES) {
          const odd = await ask(method, at, { token: annaToken, contentType, body: sent });
          expect([name, contentType, odd.status, odd.text]).toEqual([name, contentType, 403, body]);
        }
      }
    }
    expect((await state()).map((answer) => answer.text)).toEqual(before);
  });

  it('about a library gives nothing to a stranger', async () => {
    const before = await admin.library(library);
    for (const { name, method, pattern } of routes()) {
      if (!pattern.includes(':library_id')) continue;
      const answer = await ask(method, address(pattern), { token: annaToken });
      expect([name, answer.status >= 400 && answer.status < 500]).toEqual([name, true]);
      expect(answer.text).not.toContain('Private');
    }
    expect(await admin.library(library)).toEqual(before);
  });

  it('about a library has no address for what is no library id', async () => {
    const before = await admin.allLibraries();
    const malformed = [...MALFORMED_LIBRARY_IDS, library.toUpperCase(), `${library}%20`];
    for (const [at, { name, method, pattern }] of routes().entries()) {
      if (!pattern.includes(':library_id')) continue;
      for (const id of [malformed[at % malformed.length], malformed[(at + 1) % malformed.length]]) {
        const there = address(pattern).replace(library, id ?? '');
        const answer = await ask(method, there, { token: app().adminToken });
        expect([name, id, answer.status]).toEqual([name, id, 404]);
        if (method !== 'HEAD') expect(answer.text).toContain('Not found.');
      }
    }
    expect(await admin.allLibraries()).toEqual(before);
  });

  it('refuses other methods with 405 and says which it takes', async () => {
    for (const pattern of new Set(known.map((route) => route.pattern))) {
      const path = address(pattern);
      const takers = known.filter((route) => takesAddress(route.pattern, path));
      const taken = [...new Set(takers.map(({ method }) => method))].sort();
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'LOCK']) {
        if (taken.includes(method)) continue;
        const answer = await ask(method, path, { token: app().adminToken });
        const allowed = answer.headers.get('allow')?.split(', ').sort();
        expect([method, pattern, answer.status, allowed]).toEqual([method, pattern, 405, taken]);
        expect(answer.text).toContain('not allowed');
      }
    }
  });

  it('says what is wrong with a method in the words of its surface', async () => {
    for (const path of ['/api2/repos/', '/api/v2.1/admin/libraries/']) {
      const answer = await ask('PATCH', path, { token: app().adminToken });
      expect(JSON.parse(answer.text)).toEqual({ detail: 'Method "PATCH" not allowed.' });
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    }
  });

  it('refuses OPTIONS, and never allows another site anything', async () => {
    const preflight = {
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'authorization',
    };
    for (const { pattern } of routes()) {
      for (const headers of [{}, preflight, { ...preflight, Origin: 'https://evil.example' }]) {
        const answer = await ask('OPTIONS', address(pattern), { headers });
        const isTransfer = pattern.startsWith('/seafhttp/') && !('Origin' in headers);
        const status = isDav(pattern) && !('Origin' in headers) ? 200 : 403;
        if (!isTransfer) expect([pattern, answer.status]).toEqual([pattern, status]);
        expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    }
  });

  it('protects its answers from browsers, and does not say what it runs on', async () => {
    for (const { name, method, pattern } of routes()) {
      const { headers } = await ask(method, address(pattern));
      const seen = {
        frame: headers.get('x-frame-options'),
        sniff: headers.get('x-content-type-options'),
        referrer: headers.get('referrer-policy'),
        resource: headers.get('cross-origin-resource-policy'),
        cache: headers.get('cache-control'),
        server: headers.get('server') ?? headers.get('x-powered-by'),
        cookie: headers.get('set-cookie'),
        challenge: headers.get('www-authenticate'),
      };
      expect([name, seen]).toEqual([
        name,
        {
          frame: 'DENY',
          sniff: 'nosniff',
          referrer: 'no-referrer',
          resource: 'same-origin',
          cache: 'no-store',
          server: null,
          cookie: null,
          challenge:
            isDav(pattern) && method !== 'OPTIONS' ? 'Basic realm="Keepfold", charset="UTF-8"' : null,
        },
      ]);
      expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'|sandbox/);
    }
  });

  it('is there with and without a slash at its end', async () => {
    for (const { name, method, pattern } of routes()) {
      if (!pattern.endsWith('/') || OPEN_ROUTES.includes(name)) continue;
      const without = await ask(method, address(pattern).slice(0, -1));
      expect([name, without.status]).toEqual([name, 403]);
    }
  });

  it('is spelled in small letters, and nothing else is there', async () => {
    const token = app().adminToken;
    for (const path of [
      '/api2/',
      '/api2/nothing/',
      '/API2/repos/',
      '/api/v2.1/',
      '/api/v2.1/admin/',
      '/api/v2.1/admin/nothing/',
      '/api/v2/repos/',
      '/api2/repos/x/',
      '/api2//repos/',
      '/api2/repos//',
      `/api2/repos/${library}/nothing/`,
      `/api/v2.1/repos/${library}/commits/${'C'.repeat(40)}/`,
      `/api/v2.1/repos/${library}/commits/${'c'.repeat(39)}/`,
    ]) {
      const answer = await ask('GET', path, { token });
      expect([path, answer.status, JSON.parse(answer.text)]).toEqual([path, 404, NOT_FOUND]);
    }
    const local = await ask('GET', '/api/local/v1/nothing/', { token });
    expect([local.status, JSON.parse(local.text)]).toEqual([
      404,
      { error_code: 'not-found', error_msg: 'Not found.' },
    ]);
  });
});
