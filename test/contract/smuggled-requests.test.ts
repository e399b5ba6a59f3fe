import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminCalls } from '../support/admin-calls.ts';
import { rawExchange } from '../support/raw-exchange.ts';
import { useApp } from '../support/running-app.ts';

const FORM = 'Content-Type: application/x-www-form-urlencoded';
const CHUNKED = 'Transfer-Encoding: chunked';

const app = useApp();
const admin = adminCalls(app);

let id: string;
let host: string;
let token: string;

/** A request that would be answered if anybody took it for one: it deletes the library. */
const inner = () => `DELETE /api/v2.1/admin/libraries/${id}/ HTTP/1.1\r\n${host}\r\n${token}\r\n\r\n`;
/** Makes a library called `Smuggled` as far as the first of several readers is concerned. */
const post = (headers: readonly string[], body: string) =>
  rawExchange(
    app().url,
    `${['POST /api/v2.1/admin/libraries/ HTTP/1.1', host, token, FORM, ...headers].join('\r\n')}\r\n\r\n${body}`,
  );
const names = async () => (await admin.allLibraries()).map((library) => library.name);

beforeAll(async () => {
  id = await admin.makeLibrary('Kept');
  host = `Host: 127.0.0.1:${new URL(app().url).port}`;
  token = `Authorization: Token ${app().adminToken}`;
});

afterAll(async () => {
  expect(await admin.deletedIds()).toEqual([]);
});

describe('a request whose end two readers could see in different places', () => {
  it('is refused, and nothing behind it on the connection is read', async () => {
    const name = 'name=Smuggled';
    const chunks = `d\r\n${name}\r\n0\r\n\r\n${inner()}`;
    const cases: [string, string[], string][] = [
      ['length and chunks', [CHUNKED, 'Content-Length: 13'], chunks],
      ['chunks and length', ['Content-Length: 13', CHUNKED], chunks],
      ['length 0 and chunks', ['Content-Length: 0', CHUNKED], chunks],
      ['two lengths', ['Content-Length: 13', 'Content-Length: 14'], `${name}x${inner()}`],
      ['two equal lengths', ['Content-Length: 13', 'Content-Length: 13'], `${name}${inner()}`],
      ['a list of lengths', ['Content-Length: 13, 13'], `${name}${inner()}`],
      ['a negative length', ['Content-Length: -13'], `${name}${inner()}`],
      ['a signed length', ['Content-Length: +13'], `${name}${inner()}`],
      ['a length that is no number', ['Content-Length: 0xd'], `${name}${inner()}`],
      ['a length with a comment', ['Content-Length: 13 (x)'], `${name}${inner()}`],
      ['an empty length', ['Content-Length: '], `${name}${inner()}`],
      ['a huge length', ['Content-Length: 99999999999999999999999'], `${name}${inner()}`],
      ['an unknown coding', ['Transfer-Encoding: xchunked'], chunks],
      ['chunks that are not last', ['Transfer-Encoding: chunked, identity'], chunks],
      ['chunks twice', [CHUNKED, 'Transfer-Encoding: identity'], chunks],
      ['a folded coding', ['Transfer-Encoding:\r\n chunked'], chunks],
      ['a coding behind a control', ['Transfer-Encoding: \x0bchunked'], chunks],
      ['a space before the colon', ['Transfer-Encoding : chunked'], chunks],
      ['a chunk size that is no number', [CHUNKED], `zz\r\n${name}\r\n0\r\n\r\n${inner()}`],
      ['a negative chunk size', [CHUNKED], `-d\r\n${name}\r\n0\r\n\r\n${inner()}`],
      ['a chunk size with a prefix', [CHUNKED], `0xd\r\n${name}\r\n0\r\n\r\n${inner()}`],
      ['a chunk size beyond all numbers', [CHUNKED], `fffffffffffffffff\r\n${name}\r\n0\r\n\r\n${inner()}`],
      ['a chunk longer than it says', [CHUNKED], `3\r\n${name}\r\n0\r\n\r\n${inner()}`],
      ['chunks with bare line feeds', [CHUNKED], `d\n${name}\n0\n\n${inner()}`],
    ];
    for (const [why, headers, body] of cases) {
      const { status, answers } = await post([...headers, 'Connection: close'], body);
      expect([why, status === 400 || status === 0 || status === 413, answers <= 1]).toEqual([
        why,
        true,
        true,
      ]);
      expect([why, await names()]).toEqual([why, ['Kept']]);
    }
  });

  it('ends the connection also when the client wants to keep it', async () => {
    const { status, answers } = await post(
      [CHUNKED, 'Content-Length: 13'],
      `d\r\nname=Smuggled\r\n0\r\n\r\n${inner()}`,
    );
    expect([status, answers]).toEqual([400, 1]);
    expect(await names()).toEqual(['Kept']);
  });

  it('ends the connection in the old version of the protocol, which knows no chunks', async () => {
    const lines = ['POST /api/v2.1/admin/libraries/ HTTP/1.0', host, token, FORM, CHUNKED];
    const bytes = `${lines.join('\r\n')}\r\n\r\n3\r\nx=y\r\n0\r\n\r\n${inner()}`;
    const { status, answers } = await rawExchange(app().url, bytes);
    expect([status, answers, await admin.deletedIds()]).toEqual([400, 1, []]);
  });
});

describe('a request that is refused for something else', () => {
  it('never turns what it calls its body into the next request', async () => {
    const refusedLines: [string, string[]][] = [
      ['POST /api/v2.1/admin/libraries/ HTTP/1.1', [host, FORM]],
      ['POST /api/v2.1/admin/libraries/ HTTP/1.1', [host, token, 'Content-Type: text/plain']],
      ['POST /nothing HTTP/1.1', [host, token, FORM]],
      ['PATCH /api2/repos/ HTTP/1.1', [host, token, FORM]],
      ['POST /api2/repos/ HTTP/1.1', ['Host: evil.example', token, FORM]],
      ['GET /api2/ping/ HTTP/1.1', [host]],
      ['GET /api/v2.1/admin/libraries/ HTTP/1.1', [host, token]],
    ];
    for (const [line, headers] of refusedLines) {
      const hidden = inner();
      const last = `GET /api2/ping/ HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`;
      const head = [line, ...headers, `Content-Length: ${hidden.length}`].join('\r\n');
      const { answers } = await rawExchange(app().url, `${head}\r\n\r\n${hidden}${last}`);
      expect([line, answers <= 2, await admin.deletedIds()]).toEqual([line, true, []]);
    }
    expect(await names()).toEqual(['Kept']);
  });
});

describe('a body that ends too early or never', () => {
  it('stores nothing', async () => {
    const cut = [
      ['Content-Length: 99', 'Connection: close'],
      [CHUNKED, 'Connection: close'],
    ] as const;
    for (const headers of cut) {
      const body = headers[0] === CHUNKED ? 'd\r\nname=Smuggled\r\n' : 'name=Smuggled';
      await hangUpAfter(headers, body);
      expect(await names()).toEqual(['Kept']);
    }
  });

  it('is refused before it arrives when it says that it is too large', async () => {
    const { status, body } = await post(['Content-Length: 99999999', 'Connection: close'], 'name=Smuggled');
    expect([status, JSON.parse(body)]).toEqual([413, { detail: 'The body is larger than 1 MiB.' }]);
  });

  it('is refused as soon as it is too large when it does not say so', async () => {
    const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`;
    const { status } = await post(
      [CHUNKED, 'Connection: close'],
      `d\r\nname=Smuggled\r\n${chunk.repeat(17)}0\r\n\r\n`,
    );
    // The server may hang up on what is still on its way, and its answer then gets lost.
    expect([413, 0]).toContain(status);
    expect(await names()).toEqual(['Kept']);
  });

  it('is read whole when it comes in pieces', async () => {
    const { status, answers } = await post(
      [CHUNKED, 'Connection: close'],
      '5;x=y\r\nname=\r\n5\r\nPiece\r\n0\r\n\r\n',
    );
    expect([status, answers]).toEqual([200, 1]);
    const made = (await admin.allLibraries()).find((library) => library.name === 'Piece');
    expect(made?.owner).toBe('admin@example.com');
  });
});

/** Sends a part of a request, hangs up, and returns once the server has had the time to answer somebody else. */
async function hangUpAfter(headers: readonly string[], body: string): Promise<void> {
  const lines = ['POST /api/v2.1/admin/libraries/ HTTP/1.1', host, token, FORM, ...headers];
  const socket = connect(Number(new URL(app().url).port), '127.0.0.1');
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => socket.destroy());
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  await closed;
  await app().call('GET', '/api2/ping/');
}
