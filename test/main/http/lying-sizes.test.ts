import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../src-main/core/library/library-id.ts';
import { type ToldFile, toldFile } from '../../support/lying-files.ts';
import { rawExchange } from '../../support/raw-exchange.ts';
import { ANNA_EMAIL, type HttpWorld, httpWorld } from './http-world.ts';

const ANNA = { email: ANNA_EMAIL, isAdmin: false };
const RIGHTS = { canDownload: true, canEdit: false, canUpload: false };
/** What somebody would like to be taken for the answer to the next request. */
const SMUGGLED =
  'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 25\r\n\r\n<script>alert(1)</script>';
const HALVES = [SMUGGLED.slice(0, 50), SMUGGLED.slice(50)];

let world: HttpWorld;
let url: string;
let libraryId: LibraryId;
let toFolder: string;

beforeAll(async () => {
  world = await httpWorld();
  url = await world.server.listen({ host: '127.0.0.1', port: 0 });
  const { view } = await world.services.libraries.create(ANNA, { name: 'Told', description: '' });
  libraryId = view.library.id;
  toFolder = await shared('/');
});

afterAll(() => world.close());

async function put(path: string, told: ToldFile): Promise<void> {
  const change = await toldFile(world.objects.library(libraryId), path, told);
  await world.changeLibrary.commitChanges({
    libraryId,
    changes: [change],
    author: ANNA_EMAIL,
    asksFirst: false,
  });
}

async function shared(path: string): Promise<string> {
  const wanted = { libraryId, path, rights: RIGHTS, description: '', expiresAtSeconds: null };
  return (await world.services.shareLinks.create(ANNA, 'share', wanted)).link.token;
}

/** The three addresses at which the bytes of a file are served. */
async function addressesOf(path: string): Promise<string[]> {
  const { token, name } = await world.services.files.link(ANNA, libraryId, path, null);
  return [
    `/seafhttp/files/${token}/${name}`,
    `/f/${await shared(path)}/?dl=1`,
    `/d/${toFolder}/files/?p=${encodeURIComponent(path)}`,
  ];
}

/** What a client gets that keeps its connection, asks for the file and then whether the server is there. */
async function readThenAsk(address: string, { method = 'GET', range = '' } = {}) {
  const { host } = new URL(url);
  const wanted = range === '' ? '' : `Range: ${range}\r\n`;
  const asked = `${method} ${address} HTTP/1.1\r\nHost: ${host}\r\n${wanted}\r\n`;
  const { text } = await rawExchange(
    url,
    `${asked}GET /api2/ping/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  );
  const [, status = '', headers = '', rest = ''] =
    /^HTTP\/1\.1 (\d+).*?\r\n(.*?)\r\n\r\n(.*)$/s.exec(text) ?? [];
  const length = /^content-length: (\d+)$/im.exec(headers)?.[1];
  return { status: Number(status), length: Number(length), rest };
}

describe('a file whose row in the folder lies about its size', () => {
  it('is sent as long as it is, and the next answer on the connection is the server’s', async () => {
    await put('/short', { blocks: [SMUGGLED], rowBytes: 1 });
    await put('/long', { blocks: ['x'], rowBytes: 1_000 });
    for (const address of await addressesOf('/short')) {
      const { status, length, rest } = await readThenAsk(address);
      expect([status, length, rest.slice(0, SMUGGLED.length)]).toEqual([200, SMUGGLED.length, SMUGGLED]);
      expect(rest.slice(SMUGGLED.length)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\n"pong"$/s);
    }
    for (const address of await addressesOf('/long')) {
      const { status, length, rest } = await readThenAsk(address);
      expect([status, length, rest.slice(0, 1)]).toEqual([200, 1, 'x']);
      expect(rest.slice(1)).toMatch(/"pong"$/);
    }
  });

  it('is measured by what it holds for HEAD and for ranges', async () => {
    await put('/measured', { blocks: HALVES, rowBytes: 4 });
    for (const address of await addressesOf('/measured')) {
      expect(await readThenAsk(address, { method: 'HEAD' })).toMatchObject({ length: SMUGGLED.length });
      const end = await readThenAsk(address, { range: `bytes=60-` });
      expect([end.status, end.length]).toEqual([206, SMUGGLED.length - 60]);
      expect(end.rest.startsWith(SMUGGLED.slice(60))).toBe(true);
      expect(end.rest.slice(SMUGGLED.length - 60)).toMatch(/^HTTP\/1\.1 200 OK.*"pong"$/s);
    }
  });

  it('says nothing of an empty file that is said to hold something', async () => {
    await put('/empty', { blocks: [], rowBytes: 1_000 });
    for (const address of await addressesOf('/empty'))
      expect(await readThenAsk(address)).toMatchObject({ status: 200, length: 0 });
  });
});

describe('a file whose own object lies about its size', () => {
  it('is refused before a byte of it is sent', async () => {
    await put('/more', { blocks: HALVES, objectBytes: 10, rowBytes: 10 });
    await put('/less', { blocks: HALVES, objectBytes: 1_000, rowBytes: 1_000 });
    for (const address of [...(await addressesOf('/more')), ...(await addressesOf('/less'))]) {
      const { status, rest } = await readThenAsk(address);
      expect(status).toBe(500);
      expect(rest).not.toContain('<script>alert');
      expect(rest).toMatch(/"pong"$/);
    }
  });

  it('gives a range that is there, and ends the connection where bytes are missing', async () => {
    await put('/part', { blocks: ['abcd'], objectBytes: 1_000 });
    for (const address of await addressesOf('/part')) {
      const there = await readThenAsk(address, { range: 'bytes=1-2' });
      expect([there.status, there.rest.slice(0, 2)]).toEqual([206, 'bc']);
      expect(there.rest).toMatch(/"pong"$/);
      const missing = await readThenAsk(address, { range: 'bytes=2-9' });
      expect(missing).toEqual({ status: 206, length: 8, rest: 'cd' });
    }
  });
});
