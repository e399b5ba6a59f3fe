import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basicOf, DAV_ADMIN, davCalls } from '../../support/dav-calls.ts';
import { rawExchange, rawRequest } from '../../support/raw-exchange.ts';
import { useApp } from '../../support/running-app.ts';

const app = useApp();
const { dav, list, statusOf } = davCalls(app);

beforeAll(async () => {
  await dav('MKCOL', '/dav/Kept');
  await dav('PUT', '/dav/Kept/a.txt', { body: 'a' });
});

afterAll(async () => {
  expect(await list('/dav/Kept/')).toEqual(['/dav/Kept/', '/dav/Kept/a.txt']);
});

const ask = (body: string | Uint8Array<ArrayBuffer>, depth = '0') =>
  dav('PROPFIND', '/dav/Kept/', { body, headers: { Depth: depth } });

describe('a hostile program', () => {
  it('is not sent all of every library', async () => {
    for (const headers of [{ Depth: 'infinity' }, {}]) {
      const { status, text } = await dav('PROPFIND', '/dav/', { headers });
      expect([status, text]).toEqual([
        403,
        '<?xml version="1.0" encoding="utf-8"?>\n<D:error xmlns:D="DAV:"><D:propfind-finite-depth></D:propfind-finite-depth></D:error>',
      ]);
    }
    expect(await statusOf('PROPFIND', '/dav/Kept/', { headers: { Depth: '2' } })).toBe(400);
  });

  it('sends no XML that grows, reaches out, or is none', async () => {
    const prop = '<D:propfind xmlns:D="DAV:"><D:prop><D:getetag/></D:prop></D:propfind>';
    expect((await ask(prop)).status).toBe(207);
    const bomb = '<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">';
    for (const body of [
      `<!DOCTYPE x [${bomb}]><D:propfind xmlns:D="DAV:"><D:prop><x>&b;</x></D:prop></D:propfind>`,
      `<!DOCTYPE x SYSTEM "file:///etc/passwd">${prop}`,
      '<D:propfind xmlns:D="DAV:"><D:prop><x>&unknown;</x></D:prop></D:propfind>',
      `<D:propfind xmlns:D="DAV:">${'<D:a>'.repeat(40)}${'</D:a>'.repeat(40)}</D:propfind>`,
      '<D:propfind xmlns:D="DAV:"><D:prop>',
      '<propfind><prop/></propfind>',
      `${prop}${prop}`,
      '{"propfind":true}',
      '<a b="1" b="2"/>',
      new Uint8Array([0xff, 0xfe, 0x3c, 0x00]),
    ]) {
      const { status, text } = await ask(body);
      expect([body, status, text.includes('passwd')]).toEqual([body, 400, false]);
    }
    expect((await ask(`${prop}${' '.repeat(70_000)}`)).status).toBe(413);
    const many = Array.from({ length: 101 }, (_, at) => `<x${at} xmlns="urn:x"/>`).join('');
    expect((await ask(`<D:propfind xmlns:D="DAV:"><D:prop>${many}</D:prop></D:propfind>`)).status).toBe(400);
    for (const method of ['PROPPATCH', 'LOCK'])
      for (const body of ['<x', '<x/>', '<D:lockinfo xmlns:D="DAV:"/>', '<D:propertyupdate xmlns:D="DAV:"/>'])
        expect([method, body, await statusOf(method, '/dav/Kept/a.txt', { body })]).toEqual([
          method,
          body,
          400,
        ]);
  });

  it('has no long namespace written out for thousands of names', async () => {
    const declared = `xmlns:D="DAV:" xmlns:x='${'"'.repeat(32_000)}'`;
    const names = Array.from({ length: 100 }, (_, at) => `<x:n${at}/>`).join('');
    const scope = '<D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype>';
    for (const [method, body] of [
      ['PROPFIND', `<D:propfind ${declared}><D:prop>${names}</D:prop></D:propfind>`],
      [
        'PROPPATCH',
        `<D:propertyupdate ${declared}><D:set><D:prop>${names}</D:prop></D:set></D:propertyupdate>`,
      ],
      ['LOCK', `<D:lockinfo ${declared}>${scope}<D:owner>${names}</D:owner></D:lockinfo>`],
    ] as const) {
      const { status, text } = await dav(method, '/dav/Kept/a.txt', { body, headers: { Depth: '0' } });
      expect([method, status, text]).toEqual([method, 400, 'The body is not XML that is taken here.']);
    }
  });

  it('leaves as many notes as an item and a library keep, and no more', async () => {
    const setting = (name: string) =>
      `<D:set><D:prop><x:${name} xmlns:x="urn:x">1</x:${name}></D:prop></D:set>`;
    const noting = (...names: string[]) =>
      `<D:propertyupdate xmlns:D="DAV:">${names.map(setting).join('')}</D:propertyupdate>`;
    const fifty = Array.from({ length: 50 }, (_, at) => `n${at}`);
    expect(await statusOf('PROPPATCH', '/dav/Kept/a.txt', { body: noting(...fifty) })).toBe(207);
    expect(await statusOf('PROPPATCH', '/dav/Kept/a.txt', { body: noting('more') })).toBe(507);
    const long = noting('long').replace('>1<', `>${'1'.repeat(4_100)}<`);
    expect(await statusOf('PROPPATCH', '/dav/Kept/', { body: long })).toBe(507);
    const tag =
      '<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><D:getetag>x</D:getetag><b>1</b></D:prop></D:set></D:propertyupdate>';
    const { status, text } = await dav('PROPPATCH', '/dav/Kept/a.txt', { body: tag });
    expect([status, text.includes('403 Forbidden'), text.includes('424 Failed')]).toEqual([207, true, true]);
  });

  it('has names that cannot be refused, in words', async () => {
    for (const name of ['a%5Cb', '%0Ax', 'x%E2%80%AEy', 'n'.repeat(256)]) {
      const { status, text } = await dav('PUT', `/dav/Kept/${name}`, { body: 'x' });
      expect([name, status, text]).toEqual([name, 400, expect.stringContaining('can be called that')]);
      expect([name, await statusOf('MKCOL', `/dav/Kept/${name}`)]).toEqual([name, 400]);
      expect([name, await statusOf('MKCOL', `/dav/${name}`)]).toEqual([name, 400]);
    }
    for (const name of ['a%2Fb', '%zz', '%00', 'x%2F..', '%ff'])
      expect([name, await statusOf('PUT', `/dav/Kept/${name}`, { body: 'x' })]).toEqual([name, 400]);
  });

  it('has headers that mean nothing refused', async () => {
    for (const If of ['(', '()', 'x', '<a>', '(<a>) <b> (<c>)', '(Not)', '(<a>', '([a])', '(<a>)x'])
      expect([If, await statusOf('PUT', '/dav/Kept/a.txt', { body: 'x', headers: { If } })]).toEqual([
        If,
        400,
      ]);
    expect(
      await statusOf('PUT', '/dav/Kept/a.txt', { body: 'x', headers: { 'Content-Encoding': 'gzip' } }),
    ).toBe(415);
    expect(await statusOf('UNLOCK', '/dav/Kept/a.txt')).toBe(400);
    expect(await statusOf('PATCH', '/dav/Kept/a.txt', { body: 'x' })).toBe(405);
    expect((await dav('GET', '/dav/Kept/a.txt')).text).toBe('a');
  });

  it('that waits to be told is told before its body comes', async () => {
    const { host } = new URL(app().url);
    const headers = [`Host: ${host}`, 'Expect: 100-continue', 'Content-Length: 100000000'];
    const signedIn = `Authorization: ${basicOf(DAV_ADMIN)}`;
    const noFolder = await rawExchange(
      app().url,
      rawRequest('PUT /dav/Kept/none/a HTTP/1.1', [...headers, signedIn], ''),
    );
    expect([noFolder.status, noFolder.text.includes('100 Continue')]).toEqual([409, false]);
    const nobody = await rawExchange(app().url, rawRequest('PUT /dav/Kept/b HTTP/1.1', headers, ''));
    expect([nobody.status, nobody.text.includes('100 Continue')]).toEqual([401, false]);
  });

  it('that hangs up in the middle leaves nothing', async () => {
    const { host, hostname, port } = new URL(app().url);
    const headers = [`Host: ${host}`, `Authorization: ${basicOf(DAV_ADMIN)}`, 'Transfer-Encoding: chunked'];
    const socket = connect(Number(port), hostname);
    const asked = rawRequest('PUT /dav/Kept/cut.txt HTTP/1.1', [...headers, 'Expect: 100-continue'], '');
    socket.write(`${asked}5\r\nbegin\r\n`);
    // It is told to go on once its bytes are read.
    await once(socket, 'data');
    socket.destroy();
    await once(socket, 'close');
    expect(await statusOf('GET', '/dav/Kept/cut.txt')).toBe(404);
  });
});
