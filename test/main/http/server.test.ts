import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { form, type HttpWorld, httpWorld } from './http-world.ts';

let world: HttpWorld;

beforeAll(async () => {
  world = await httpWorld();
});

afterAll(() => world.close());

describe('createServer', () => {
  it('answers a path with and without its slash', async () => {
    expect(await world.call('', { url: '/api2/ping/' })).toMatchObject({ status: 200, body: 'pong' });
    expect(await world.call('', { url: '/api2/ping' })).toMatchObject({ status: 200, text: '"pong"' });
  });

  it('answers HEAD without a body', async () => {
    const answer = await world.call('', { method: 'HEAD', url: '/api2/ping/' });
    expect(answer).toMatchObject({ status: 200, text: '' });
  });

  it('puts the same protective headers on data, refusals and unknown addresses', async () => {
    for (const url of ['/api2/ping/', '/api2/repos/', '/nowhere', '/api/v2.1/admin/users/']) {
      const { headers } = await world.call('', { url });
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      });
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(
        Object.keys(headers).filter((name) => name.startsWith('access-control') || name === 'server'),
      ).toEqual([]);
    }
  });

  it('answers unknown addresses and malformed ids with 404 before asking who calls', async () => {
    const id = '8A4F1D4C-1111-4222-8333-444455556666';
    for (const url of [
      '/api2/nothing/',
      '/api/v2.1/x/',
      `/api2/repos/${id}/`,
      '/api2/repos/..%2f..%2fetc/',
      '/api/x',
    ]) {
      expect(await world.call('', { url })).toMatchObject({ status: 404, body: { detail: 'Not found.' } });
    }
    const own = await world.call('', { url: '/api/local/v1/nothing/' });
    expect(own).toMatchObject({ status: 404, body: { error_code: 'not-found', error_msg: 'Not found.' } });
    expect(own.headers['x-keepfold-error']).toBe('not-found');
  });

  it('names the methods of a known address that takes others', async () => {
    const answer = await world.call('', { method: 'PATCH', url: '/api2/repos/' });
    expect(answer).toMatchObject({ status: 405, body: { detail: 'Method "PATCH" not allowed.' } });
    expect(answer.headers['allow']).toBe('GET, HEAD, POST');
    const one = '/api2/repos/8a4f1d4c-1111-4222-8333-444455556666/';
    expect((await world.call('', { method: 'PATCH', url: one })).headers['allow']).toBe(
      'DELETE, GET, HEAD, POST',
    );
  });

  it('refuses to answer in anything but JSON', async () => {
    for (const accept of ['text/html', 'image/png, text/*;q=0.5', 'application/json;q=0']) {
      const answer = await world.call('', { url: '/api2/ping/', headers: { accept } });
      expect(answer).toMatchObject({
        status: 406,
        body: { detail: 'Could not satisfy the request Accept header.' },
      });
    }
    const fine = await world.call('', { url: '/api2/ping/', headers: { accept: 'text/html, */*;q=0.1' } });
    expect(fine.status).toBe(200);
  });

  it('indents as asked, at most eight spaces, refusals included', async () => {
    const indented = async (accept: string, url = '/api2/server-info/') =>
      (await world.call('', { url, headers: { accept } })).text.split('\n')[1];
    expect(await indented('application/json; indent=4')).toBe('    "version": "11.0.0",');
    expect(await indented('application/json; indent=99')).toBe('        "version": "11.0.0",');
    expect(await indented('application/json; indent=0')).toBeUndefined();
    expect(await indented('application/json; indent=x')).toBeUndefined();
    expect(await indented('application/json; indent=2', '/nowhere')).toBe('  "detail": "Not found."');
  });

  it('refuses bad percent-encoding in the path and in the query', async () => {
    for (const url of [
      '/api2/%zz/',
      '/api2/%ff/',
      '/api2/ping/?a=%zz',
      '/api2/ping/?a=%ff',
      '/api2/ping/?a=%00',
    ]) {
      expect((await world.call('', { url })).status).toBe(400);
    }
  });

  it('refuses addresses over 8 KiB', async () => {
    expect((await world.call('', { url: `/api2/ping/?q=${'a'.repeat(8200)}` })).status).toBe(414);
  });
});

describe('request bodies', () => {
  const post = (contentType: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
    world.call(world.annaToken, {
      method: 'POST',
      url: '/api2/repos/',
      payload,
      headers: { 'content-type': contentType, ...headers },
    });
  const multipart = (...parts: string[]) =>
    [...parts.map((part) => `--b\r\n${part}\r\n`), '--b--\r\n'].join('');
  const field = (name: string, value: string) =>
    `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;

  it('may be a form, a multipart form or JSON', async () => {
    const answers = [
      await post('application/x-www-form-urlencoded', 'name=B%C3%BCcher+1'),
      await post('application/json', '{"name":"Bücher 1"}'),
      await post('application/json; charset=UTF-8', '{"name":"Bücher 1","desc":null}'),
      await post('multipart/form-data; boundary=b', multipart(field('name', 'Bücher 1'))),
      await post('multipart/form-data; boundary="b"', `preamble\r\n${multipart(field('name', 'Bücher 1'))}`),
    ];
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, body: { repo_name: 'Bücher 1' } });
  });

  it('may have a boundary with braces and no quotes', async () => {
    const body = `--_.S._{1}\r\n${field('name', 'Qt')}\r\n--_.S._{1}--\r\n`;
    expect((await post('multipart/form-data; boundary=_.S._{1}', body)).body).toMatchObject({
      repo_name: 'Qt',
    });
  });

  it('are refused in every other type, charset and encoding', async () => {
    expect(await post('text/plain', 'name=x')).toMatchObject({
      status: 415,
      body: { detail: 'Unsupported media type "text/plain" in request.' },
    });
    expect((await post('application/json; charset=utf-16', '{}')).status).toBe(415);
    expect((await post('application/json', '{}', { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  it('are refused when they cannot be read', async () => {
    const deep = `{"name":${'['.repeat(40)}${']'.repeat(40)}}`;
    const unreadable: [string, string | Buffer][] = [
      ['application/json', '{"name":"x"'],
      ['application/json', '["name"]'],
      ['application/json', '"name"'],
      ['application/json', deep],
      ['application/json', `{"name":${'['.repeat(200_000)}`],
      ['application/json', '{"name":"x","name":"y"}'],
      ['application/json', '{"name":"x","n\\u0061me":"y"}'],
      ['application/json', '{"__proto__":{"x":1},"name":"x"}'],
      ['application/json', '{"name":"x","a":{"constructor":1}}'],
      ['application/json', '{"name":1e999}'],
      ['application/json', '{"name":"\\ud800"}'],
      ['application/json', '{"name":"a\\u0000b"}'],
      ['application/json', Buffer.from('7b226e616d65223a22ff227d', 'hex')],
      ['application/x-www-form-urlencoded', 'name=%ff'],
      ['application/x-www-form-urlencoded', 'name=a%00b'],
      ['application/x-www-form-urlencoded', '__proto__=1&name=a'],
      ['application/x-www-form-urlencoded', 'name=a&name=b'],
      ['multipart/form-data', multipart(field('name', 'x'))],
      ['multipart/form-data; boundary=b', `--b\r\n${field('name', 'x')}`],
      ['multipart/form-data; boundary=b', '--b\r\nContent-Dispo'],
      ['multipart/form-data; boundary=b', 'nothing at all'],
      ['multipart/form-data; boundary=b', multipart('X: y\r\n\r\nz')],
      ['multipart/form-data; boundary=b', multipart(field('__proto__', 'z'))],
      [
        'multipart/form-data; boundary=b',
        multipart('Content-Disposition: form-data; name="f"; filename="x"\r\n\r\nz'),
      ],
    ];
    for (const [type, body] of unreadable) {
      const answer = await post(type, body);
      expect([answer.status, type, body.slice(0, 60)]).toEqual([400, type, body.slice(0, 60)]);
    }
  });

  it('are refused, not cut, beyond their limits', async () => {
    expect((await post('application/json', `{"name":"${'a'.repeat(1024 * 1024)}"}`)).status).toBe(413);
    const fields = Array.from({ length: 101 }, (_, index) => `f${index}=1`);
    expect((await post('application/x-www-form-urlencoded', fields.join('&'))).status).toBe(413);
    const long = multipart(field('name', 'x'.repeat(65_537)));
    expect((await post('multipart/form-data; boundary=b', long)).status).toBe(413);
    const many = multipart(...Array.from({ length: 101 }, (_, index) => field(`f${index}`, '')));
    expect((await post('multipart/form-data; boundary=b', many)).status).toBe(413);
  });

  it('may come with DELETE and PUT, in any form', async () => {
    const { body } = await post('application/json', '{"name":"Kept"}');
    const id = (body as { repo_id: string }).repo_id;
    const json = { 'content-type': 'application/json' };
    const put = { method: 'PUT', url: `/api2/repos/${id}/history-limit/` } as const;
    expect(
      (await world.call(world.annaToken, { ...put, payload: '{"keep_days":7}', headers: json })).body,
    ).toEqual({
      keep_days: 7,
    });
    expect((await world.call(world.annaToken, { ...put, ...form({ keep_days: '8' }) })).body).toEqual({
      keep_days: 8,
    });
    const trash = { method: 'DELETE', url: `/api/v2.1/repos/${id}/trash/` } as const;
    expect(
      (await world.call(world.annaToken, { ...trash, payload: '{"keep_days":3}', headers: json })).body,
    ).toEqual({
      success: true,
    });
    expect((await world.call(world.annaToken, trash)).body).toEqual({ success: true });
  });

  it('may be empty whatever their type says', async () => {
    for (const type of [
      'application/json',
      'multipart/form-data; boundary=b',
      'application/x-www-form-urlencoded',
    ]) {
      const url = '/api2/default-repo/';
      const headers = { 'content-type': type };
      expect((await world.call(world.annaToken, { method: 'POST', url, headers })).status).toBe(200);
    }
  });

  it('keep a percent sign that escapes nothing', async () => {
    expect((await post('application/x-www-form-urlencoded', 'name=100%')).body).toMatchObject({
      repo_name: '100%',
    });
  });
});
