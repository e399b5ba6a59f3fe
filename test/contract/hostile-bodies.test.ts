import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { adminCalls, type LibraryRecord } from '../support/admin-calls.ts';
import { addressOf, sampleParameters, watchKnownRoutes } from '../support/known-routes.ts';
import { rawExchange, rawRequest } from '../support/raw-exchange.ts';
import { useApp } from '../support/running-app.ts';
import {
  sendBytes,
  sentAnonymously,
  someOfEachType,
  unreadableBodies,
} from '../support/unreadable-bodies.ts';

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const CREATE = '/api/v2.1/admin/libraries/';

/** Calls that nobody needs an account for. */
const ANONYMOUS = [
  'POST /api2/auth-token/',
  'POST /api/v2.1/cancel-zip-task/',
  'POST /api/local/v1/session/',
];

const known = watchKnownRoutes();
const app = useApp();
const admin = adminCalls(app);

let id: string;

const create = async (contentType: string, body: string) => {
  const call = { method: 'POST', path: CREATE, token: app().adminToken };
  return sendBytes(app(), call, { headers: { 'Content-Type': contentType }, body });
};
/** The same with every byte as it stands, and no type when it is empty. */
const createRaw = (contentType: string, body: string) => {
  const headers = [
    `Host: 127.0.0.1:${new URL(app().url).port}`,
    `Authorization: Token ${app().adminToken}`,
    ...(contentType === '' ? [] : [`Content-Type: ${contentType}`]),
    `Content-Length: ${body.length}`,
  ];
  return rawExchange(app().url, rawRequest(`POST ${CREATE} HTTP/1.1`, headers, body));
};
const names = async () => (await admin.allLibraries()).map((library) => library.name);
/** Whatever is sent, no library comes or goes by it. */
const storesNothing = async (work: () => Promise<void>) => {
  const before = await names();
  await work();
  expect(await names()).toEqual(before);
};
/** A refusal in one sentence, under whatever name the surface has for it. */
const sentenceOf = (json: unknown) => Object.values(json as Record<string, unknown>).at(-1);

/** Each surface has parsers of its own. */
const surfaceOf = ({ pattern }: { readonly pattern: string }) => /^\/api2|^\/api\/[^/]+/.exec(pattern)?.[0];

beforeAll(async () => {
  id = await admin.makeLibrary('Kept');
});

afterEach(() => {
  expect(({} as Record<string, unknown>)['polluted']).toBe(undefined);
});

describe('a body that cannot be read', () => {
  it('is refused by every call that could take one, before anything is done', { timeout: 90_000 }, () =>
    storesNothing(async () => {
      const parameters = { ...sampleParameters(id), email: 'admin@example.com' };
      const libraryToken = await admin.libraryToken(id);
      // Whether a field may be repeated is for the call to say, which is asked below.
      const bodies = unreadableBodies('name', 'Bad').filter(
        ({ why }) => !/^a repeated (form field|part)/.test(why),
      );
      const routes = known.filter(
        ({ method, pattern }) => !/GET|HEAD/.test(method) && /^\/api/.test(pattern),
      );
      expect([bodies.length > 15, routes.length > 40]).toEqual([true, true]);
      for (const [index, { method, pattern }] of routes.entries()) {
        const token = pattern.includes('via-repo-token') ? libraryToken : app().adminToken;
        const call = { method, path: addressOf(pattern, parameters), token };
        const isFirst = index === routes.findIndex((route) => surfaceOf(route) === surfaceOf({ pattern }));
        const some = isFirst ? bodies : someOfEachType(bodies, index);
        const isAnonymous = ANONYMOUS.includes(`${method} ${pattern}`);
        for (const { why, status, headers, body } of isAnonymous ? some.map(sentAnonymously) : some) {
          const answer = await sendBytes(app(), call, { headers, body });
          expect([method, pattern, why, answer.status]).toEqual([method, pattern, why, status]);
          expect(sentenceOf(answer.json)).toMatch(/^[^\n]{5,300}$/);
        }
      }
      expect((await app().call('GET', '/api2/auth/ping/', { token: app().adminToken })).status).toBe(200);
    }),
  );

  it('has a repeated field where one is meant', () =>
    storesNothing(async () => {
      const repeated = unreadableBodies('name', 'Bad').filter(({ why }) => /^a repeated/.test(why));
      expect(repeated.length).toBe(3);
      for (const { why, headers, body } of repeated) {
        const call = { method: 'PUT', path: `${CREATE}${id}/`, token: app().adminToken };
        const answer = await sendBytes(app(), call, { headers, body });
        expect([why, answer.status]).toEqual([why, 400]);
      }
    }));
});

describe('JSON', () => {
  it('is one object, written as the standard says', () =>
    storesNothing(async () => {
      for (const body of [
        '{"name":"Bad"}{"name":"Bad"}',
        '{"name":"Bad"} x',
        '{"name":"Bad",}',
        "{'name':'Bad'}",
        '{name:"Bad"}',
        '{"name":"Bad" /* x */}',
        '{"name":NaN}',
        '{"name":Infinity}',
        '{"name":1e999}',
        '{"name":-1e999}',
        '{"name":0x10}',
        '{"name":"Bad\n"}',
        '{"name":"\\x42ad"}',
        '{"name":"Bad"',
        '"name"',
        '[{"name":"Bad"}]',
        'null',
        'true',
        '7',
        ' ',
        'name=Bad',
      ]) {
        const { status, json } = await create(JSON_TYPE, body);
        expect([body, status, sentenceOf(json)]).toEqual([
          body,
          400,
          expect.stringMatching(/^JSON parse error - \w/),
        ]);
      }
    }));

  it('is UTF-8', () =>
    storesNothing(async () => {
      for (const body of [
        '{"name":"\xff"}',
        '{"name":"\xc0\xaf"}',
        '{"name":"\xed\xa0\x80"}',
        '{"n\xffame":"x"}',
        '\xff\xfe{\0}\0',
      ]) {
        const { status } = await createRaw(JSON_TYPE, body);
        expect([body, status]).toEqual([body, 400]);
      }
    }));

  it('reaches no prototype, however the key is spelled', () =>
    storesNothing(async () => {
      for (const body of [
        '{"__proto__":{"polluted":1},"name":"Bad"}',
        '{"\\u005f_proto__":{"polluted":1},"name":"Bad"}',
        '{"constructor":{"prototype":{"polluted":1}},"name":"Bad"}',
        '{"name":"Bad","x":{"__proto__":{"polluted":1}}}',
        '{"name":"Bad","x":[{"y":{"__proto__":{"polluted":1}}}]}',
        '{"prototype":1,"name":"Bad"}',
      ]) {
        expect([body, (await create(JSON_TYPE, body)).status]).toEqual([body, 400]);
      }
    }));

  it('repeats no key, however it is spelled', () =>
    storesNothing(async () => {
      for (const body of [
        '{"name":"Bad","name":"Worse"}',
        '{"name":"Bad","na\\u006de":"Worse"}',
        '{"name":"Bad","x":{"a":1,"a":2}}',
      ]) {
        expect([body, (await create(JSON_TYPE, body)).status]).toEqual([body, 400]);
      }
    }));

  it('is nested 32 levels at most', async () => {
    const nested = (depth: number) => `{"name":"Deep","x":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    expect((await create(JSON_TYPE, nested(32))).status).toBe(200);
    for (const depth of [33, 1000, 200_000]) {
      expect([depth, (await create(JSON_TYPE, nested(depth))).status]).toEqual([depth, 400]);
    }
    const objects = `{"name":"Bad","x":${'{"x":'.repeat(50_000)}1${'}'.repeat(50_000)}}`;
    expect((await create(JSON_TYPE, objects)).status).toBe(400);
    const deep = (await admin.allLibraries()).find((library) => library.name === 'Deep');
    await admin.deleteLibrary(deep?.id ?? '');
  });

  it('takes no longer to refuse than to read, so that nobody can keep the others waiting', async () => {
    const bodies = [
      `{"username":"${'\\"'.repeat(50_000)}`,
      `{"username":"${'\\\\'.repeat(50_000)}`,
      `{${'"'.repeat(50_001)}`,
      `{${'"":'.repeat(50_000)}`,
      `{"username":${' '.repeat(60_000)}`,
      `{${'"a"      '.repeat(10_000)}`,
      `{"username":${'['.repeat(20_000)}"`,
    ];
    const slow: string[] = [];
    for (const body of bodies) {
      const startedMs = Date.now();
      const { status } = await create(JSON_TYPE, body);
      expect([body.slice(0, 16), status]).toEqual([body.slice(0, 16), 400]);
      if (Date.now() - startedMs > 1_000) slow.push(`${body.slice(0, 16)}: ${Date.now() - startedMs} ms`);
    }
    expect(slow).toEqual([]);
  });

  it('with brackets and quotes inside its texts is nested no deeper for them', async () => {
    const name = `${'[{'.repeat(40)}"}\\u005d`;
    const { json } = await create(JSON_TYPE, JSON.stringify({ name: name.replaceAll('\\', '|') }));
    const made = json as LibraryRecord;
    expect(made.name).toBe(name.replaceAll('\\', '|'));
    await admin.deleteLibrary(made.id);
  });
});

describe('the type of a body', () => {
  it('may be spelled in any letter case, with a charset', async () => {
    for (const [contentType, body] of [
      ['Application/JSON', '{"name":"Typed"}'],
      ['application/json; charset=UTF-8', '{"name":"Typed"}'],
      ['application/json;charset="utf-8"', '{"name":"Typed"}'],
      ['APPLICATION/X-WWW-FORM-URLENCODED', 'name=Typed'],
      ['application/x-www-form-urlencoded; charset=utf-8', 'name=Typed'],
    ] as const) {
      const { status, json } = await create(contentType, body);
      expect([contentType, status]).toEqual([contentType, 200]);
      await admin.deleteLibrary((json as LibraryRecord).id);
    }
  });

  it('is one of three', () =>
    storesNothing(async () => {
      for (const contentType of [
        'text/plain',
        'text/json',
        'application/jsonp',
        'application/json-patch+json',
        'application/x-www-form-urlencodedx',
        'multipart/mixed; boundary=x',
        'application/xml',
        'image/png',
        'application/json; charset=utf-16',
        'application/x-www-form-urlencoded; charset=latin1',
        'x',
        '/',
        ';',
        'json',
      ]) {
        const { status, body } = await createRaw(contentType, '{"name":"Bad"}');
        expect([contentType, status]).toEqual([contentType, 415]);
        expect(sentenceOf(JSON.parse(body))).toMatch(/^Unsupported media type/);
      }
      const untyped = await createRaw('', 'name=Bad');
      expect([400, 415]).toContain(untyped.status);
    }));

  it('keeps its rules though it is written strangely', () =>
    storesNothing(async () => {
      for (const contentType of [
        'application/json\t',
        '\tapplication/json',
        'application/json\t; charset=utf-8',
        'application/json;',
        'application/json ; x=y',
        'application/json; ;',
        'application/json, application/x-www-form-urlencoded',
      ]) {
        for (const body of [
          '{"name":""}',
          '{"name":"a/b"}',
          '{"__proto__":{"polluted":1},"name":"Bad"}',
          '{"name"',
        ]) {
          const { status } = await createRaw(contentType, body);
          expect([contentType, body, status === 400 || status === 415]).toEqual([contentType, body, true]);
        }
      }
    }));
});

describe('a form', () => {
  it('is text in UTF-8 without NUL, in names and values', () =>
    storesNothing(async () => {
      for (const body of [
        'name=Bad%00',
        'name=%00',
        'na%00me=Bad&name=Bad',
        'name=%ff',
        '%ff=x&name=Bad',
        'name=%ed%a0%80',
        'name=%c0%ae%c0%ae',
        'name=Bad\0',
        'name=\xff',
      ]) {
        const { status } = await createRaw(FORM, body);
        expect([body, status]).toEqual([body, 400]);
      }
    }));

  it('whose value is no text is refused in the shape that handlers refuse in', () =>
    storesNothing(async () => {
      for (const body of ['name=Bad%00', 'name=%ff', 'name=Bad\0']) {
        const answer = await createRaw(FORM, body);
        expect([body, JSON.parse(answer.body)]).toEqual([body, { error_msg: 'name invalid.' }]);
      }
      const escaped = await createRaw(JSON_TYPE, '{"name": "Bad\\u0000"}');
      expect(JSON.parse(escaped.body)).toEqual({ error_msg: 'name invalid.' });
    }));

  it('reaches no prototype', () =>
    storesNothing(async () => {
      for (const name of ['__proto__', 'constructor', 'prototype', '%5f_proto__']) {
        expect([name, (await create(FORM, `name=Bad&${name}=x`)).status]).toEqual([name, 400]);
      }
      for (const name of [
        '__proto__[polluted]',
        'constructor[prototype][polluted]',
        'x[__proto__][polluted]',
      ]) {
        const { status, json } = await create(FORM, `name=Fine&${encodeURIComponent(name)}=1`);
        if (status === 200) await admin.deleteLibrary((json as LibraryRecord).id);
        expect([name, status === 200 || status === 400]).toEqual([name, true]);
      }
    }));

  it('has no more than 100 fields of 64 KiB each', async () => {
    const many = Array.from({ length: 101 }, (_, number) => `f${number}=x`).join('&');
    expect((await create(FORM, `${many}&name=Bad`)).status).toBe(413);
    expect((await create(FORM, `name=Bad&x=${'x'.repeat(65_537)}`)).status).toBe(413);
  });
});

describe('a multipart form', () => {
  const part = (disposition: string, value = 'Bad') =>
    `--x\r\nContent-Disposition: ${disposition}\r\n\r\n${value}\r\n`;
  const named = part('form-data; name="name"');
  const multipart = (body: string, boundary = 'x') =>
    createRaw(`multipart/form-data; boundary=${boundary}`, body);

  it('may have any boundary and text around it', async () => {
    const braces = '_.Seafile._{d9bf53c5-2ba2-4b0e-9d5b-5b1f2a0a52fd}';
    for (const [boundary, body] of [
      ['x', `${named}--x--\r\n`],
      ['"x"', `${named}--x--`],
      [braces, `${named}--x--\r\n`.replaceAll('--x', `--${braces}`)],
      ['x', `preamble\r\n${named}--x--\r\nepilogue`],
      ['x', `${part('form-data; name=name')}--x--\r\n`],
    ] as const) {
      const { status, body: text } = await multipart(body, boundary);
      expect([boundary, status]).toEqual([boundary, 200]);
      await admin.deleteLibrary((JSON.parse(text) as LibraryRecord).id);
    }
  });

  it('is whole, and has parts that say what they are', () =>
    storesNothing(async () => {
      for (const [why, body] of [
        ['no end', named],
        ['cut in a value', named.slice(0, -4)],
        ['cut in a header', '--x\r\nContent-Dispo'],
        ['no headers', '--x\r\n\r\nBad\r\n--x--\r\n'],
        ['another boundary', `${named}--x--\r\n`.replaceAll('--x', '--y')],
        ['bare line feeds', `${named}--x--\r\n`.replaceAll('\r\n', '\n')],
        ['no name', `${part('form-data')}${named}--x--\r\n`],
        ['no form data', `${part('attachment; name="name"')}--x--\r\n`],
        ['a file', `${part('form-data; name="name"; filename="../../x"')}--x--\r\n`],
        ['a file in another spelling', `${part(`form-data; name="name"; filename*=utf-8''x`)}--x--\r\n`],
        [
          'an encoded part',
          `--x\r\nContent-Disposition: form-data; name="name"\r\nContent-Transfer-Encoding: base64\r\n\r\nQmFk\r\n--x--\r\n`,
        ],
        ['a prototype', `${named}${part('form-data; name="__proto__"')}--x--\r\n`],
        ['NUL in a value', `${part('form-data; name="name"', 'B\0d')}--x--\r\n`],
        ['NUL in a name', `${named}${part('form-data; name="a\0b"')}--x--\r\n`],
        ['bytes that are no UTF-8', `${part('form-data; name="name"', '\xff')}--x--\r\n`],
        ['the same name twice', `${named}${named}--x--\r\n`],
        ['nothing at all', '--x--\r\n'],
        ['a text that is none', 'name=Bad'],
      ] as const) {
        const { status, body: text } = await multipart(body);
        expect([why, status]).toEqual([why, 400]);
        expect(sentenceOf(JSON.parse(text))).toMatch(/\w/);
      }
    }));

  it('has a boundary that is there and short', () =>
    storesNothing(async () => {
      for (const contentType of [
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/form-data; boundary=""',
        `multipart/form-data; boundary=${'x'.repeat(5000)}`,
      ]) {
        expect([contentType.length, (await createRaw(contentType, `${named}--x--\r\n`)).status]).toEqual([
          contentType.length,
          400,
        ]);
      }
    }));

  it('has no more parts and no longer ones than any real form', () =>
    storesNothing(async () => {
      const many = Array.from({ length: 10_000 }, (_, number) =>
        part(`form-data; name="f${number}"`, 'x'),
      ).join('');
      expect((await multipart(`${many}--x--\r\n`)).status).toBe(413);
      expect(
        (await multipart(`${named}${part('form-data; name="x"', 'x'.repeat(65_537))}--x--\r\n`)).status,
      ).toBe(413);
      expect(
        (await multipart(`--x\r\nX-Long: ${'x'.repeat(20_000)}\r\n${named.slice(5)}--x--\r\n`)).status,
      ).toBe(400);
    }));
});
