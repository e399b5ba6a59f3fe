import { request as httpRequest } from 'node:http';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { AttackedServer, bytesBelow, type Person } from '../support/attacks/attacked-server.ts';
import { RawConnections } from '../support/attacks/raw-connections.ts';
import { expectUnharmed, reportAttack } from '../support/attacks/unharmed.ts';
import { proofSize } from '../support/proof-size.ts';
import { killLeftServers } from '../support/server-run.ts';

const MIB = 1024 * 1024;

/** A library with an upload link, and where a visitor of the link sends files to. */
async function uploadLink(attacked: AttackedServer, owner: Person) {
  const made = await attacked.ask('POST', '/api2/repos/', owner, { name: 'Inbox' });
  const { repo_id: libraryId } = (await made.json()) as { repo_id: string };
  const form = { repo_id: libraryId, path: '/' };
  const link = await attacked.ask('POST', '/api/v2.1/upload-links/', owner, form);
  const { token } = (await link.json()) as { token: string };
  const url = new URL(`/api/v2.1/upload-links/${token}/upload/`, attacked.server.url);
  const place = (await (await fetch(url)).json()) as { upload_link: string };
  return { libraryId, token, uploadUrl: place.upload_link };
}

/** The address of a public link to a file with this content. */
async function downloadLink(attacked: AttackedServer, owner: Person, content: Buffer) {
  const made = await attacked.ask('POST', '/api2/repos/', owner, { name: 'Outbox' });
  const { repo_id: libraryId } = (await made.json()) as { repo_id: string };
  const place = await attacked.ask('GET', `/api2/repos/${libraryId}/upload-link/?p=/`, owner);
  await fetch((await place.json()) as string, { method: 'POST', body: pieceOf('big.bin', content) });
  const form = { repo_id: libraryId, path: '/big.bin' };
  const shared = await attacked.ask('POST', '/api/v2.1/share-links/', owner, form);
  const { link } = (await shared.json()) as { link: string };
  return { libraryId, link };
}

/** Files of one piece each, as visitors send them. */
function pieceOf(name: string, bytes: Buffer): FormData {
  const form = new FormData();
  form.append('parent_dir', '/');
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  return form;
}

afterAll(killLeftServers);

describe('somebody without an account', () => {
  it('keeps nobody out with a thousand connections', { timeout: 300_000 }, async () => {
    const attacked = await AttackedServer.start();
    const { uploadUrl, libraryId } = await uploadLink(attacked, attacked.neighbour);
    const { host, pathname } = new URL(uploadUrl);
    const connections = new RawConnections(attacked.server.url);
    onTestFinished(() => connections.close());
    const cost = await attacked.during(async () => {
      await connections.open(500);
      await connections.open(250, `GET /api2/auth/ping/ HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `);
      const head = `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: multipart/form-data; boundary=b\r\n`;
      await connections.open(250, `${head}Content-Length: 100000000\r\n\r\n--b\r\n`);
      await connections.trickle(proofSize({ ci: 5, long: 60 }), 1_000);
      const file = pieceOf('mine.txt', Buffer.from('mine'));
      const own = await attacked.ask('GET', `/api2/repos/${libraryId}/upload-link/?p=/`, attacked.neighbour);
      const upload = await fetch((await own.json()) as string, {
        method: 'POST',
        body: file,
        signal: AbortSignal.timeout(15_000),
      });
      expect.soft([upload.status, await upload.text()]).toEqual([200, expect.any(String)]);
    });
    expectUnharmed(cost, 16 * MIB);
    reportAttack(
      'hostile visitor: connections',
      '1,000 idle and trickling connections keep nobody out',
      cost,
    );
  });

  it('leaves nothing behind with uploads that break off', { timeout: 300_000 }, async () => {
    const attacked = await AttackedServer.start();
    const { uploadUrl } = await uploadLink(attacked, attacked.neighbour);
    const { host, pathname } = new URL(uploadUrl);
    const bytesBefore = bytesBelow(attacked.dataDir);
    const cost = await attacked.during(async () => {
      for (let round = 0; round < proofSize({ ci: 4, long: 40 }); round += 1) {
        const connections = new RawConnections(attacked.server.url);
        const head = `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: multipart/form-data; boundary=b\r\n`;
        const part = `--b\r\nContent-Disposition: form-data; name="file"; filename="${round}.bin"\r\n\r\n`;
        await connections.open(
          1,
          `${head}Content-Length: 200000000\r\n\r\n${part}${String(round).repeat(24 * MIB)}`,
        );
        await connections.trickle(3, 300);
        connections.close();
      }
      // The server hears of the last one a little later.
      const grownBytes = () => bytesBelow(attacked.dataDir) - bytesBefore;
      await vi.waitFor(() => expect(grownBytes()).toBeLessThan(16 * MIB), { timeout: 10_000 });
    });
    expectUnharmed(cost, 16 * MIB);
  });

  it('takes no memory with downloads that it does not read', { timeout: 300_000 }, async () => {
    const attacked = await AttackedServer.start();
    const { libraryId, link } = await downloadLink(attacked, attacked.neighbour, Buffer.alloc(40 * MIB, 'x'));
    const { host, pathname } = new URL(link);
    const asked = `GET ${pathname}?dl=1 HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    const connections = new RawConnections(attacked.server.url);
    onTestFinished(() => connections.close());
    const own = await attacked.ask('GET', `/api2/repos/${libraryId}/file/?p=/big.bin`, attacked.neighbour);
    const ownUrl = (await own.json()) as string;
    const cost = await attacked.during(async () => {
      await connections.openUnread(4, asked.repeat(60));
      await connections.openUnread(60, asked.repeat(16));
      const answer = await fetch(ownUrl, { signal: AbortSignal.timeout(15_000) });
      expect.soft([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, 40 * MIB]);
    });
    expectUnharmed(cost, 16 * MIB);
    reportAttack(
      'hostile visitor: unread downloads',
      '1,200 downloads that nobody reads take no memory',
      cost,
    );
  });

  it('does not end the links of other people by looking at a page', { timeout: 300_000 }, async () => {
    const attacked = await AttackedServer.start();
    const { token } = await uploadLink(attacked, attacked.neighbour);
    const others = await uploadLink(attacked, attacked.attacker);
    const views = proofSize({ ci: 300, long: 12_000 });
    const page = new URL(`/u/d/${token}/`, attacked.server.url);
    for (let view = 0; view < views; view += 50)
      await Promise.all(Array.from({ length: 50 }, async () => void (await fetch(page)).text()));
    const upload = await fetch(others.uploadUrl, {
      method: 'POST',
      body: pieceOf('a.txt', Buffer.from('a')),
    });
    expect(upload.status).toBe(200);
  });
});

const GUESSES = proofSize({ ci: 24, long: 240 });

/** Tries a password from an address of this computer. */
function guess(attacked: AttackedServer, localAddress: string, password: string): Promise<number> {
  const body = new URLSearchParams({ username: attacked.neighbour.email, password }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length };
  return new Promise((resolve, reject) => {
    const url = new URL('/api2/auth-token/', attacked.server.url);
    const request = httpRequest(url, { method: 'POST', localAddress, headers, agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    request.once('error', reject);
    request.end(body);
  });
}

describe('guessing from many addresses', () => {
  it('is slowed as from one, and the right password is still checked', { timeout: 300_000 }, async () => {
    const attacked = await AttackedServer.start();
    const statuses: number[] = [];
    const cost = await attacked.during(async () => {
      for (let first = 0; first < GUESSES; first += 4) {
        const four = [0, 1, 2, 3].map((next) =>
          guess(attacked, `127.0.1.${1 + ((first + next) % 240)}`, `guess-${first + next}`),
        );
        statuses.push(...(await Promise.all(four)));
      }
    });
    const checked = statuses.filter((status) => status === 400).length;
    expect.soft(checked).toBeLessThanOrEqual(10);
    expect.soft(statuses.filter((status) => status !== 400 && status !== 429 && status !== 503)).toEqual([]);
    expectUnharmed(cost, 16 * MIB);
    reportAttack('hostile visitor: guessing', 'guesses from 240 addresses are slowed as from one', cost);
  });
});
