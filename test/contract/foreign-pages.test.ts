import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminCalls } from '../support/admin-calls.ts';
import { rawExchange, rawRequest } from '../support/raw-exchange.ts';
import { useApp } from '../support/running-app.ts';

const app = useApp();
const admin = adminCalls(app);

let id: string;
let port: string;
let host: string;
let token: string;

const request = (line: string, headers: readonly string[], body = '') =>
  rawExchange(app().url, rawRequest(line, headers, body));
const ping = (...headers: string[]) => request('GET /api2/ping/ HTTP/1.1', headers);

beforeAll(async () => {
  id = await admin.makeLibrary('Kept');
  port = new URL(app().url).port;
  host = `Host: 127.0.0.1:${port}`;
  token = `Authorization: Token ${app().adminToken}`;
});

afterAll(async () => {
  expect((await admin.library(id)).name).toBe('Kept');
});

describe('a page of another site', () => {
  it('gets nothing, though it shows a valid token', async () => {
    for (const header of [
      'Origin: https://evil.example',
      'Origin: null',
      'Origin:',
      'Origin: http://127.0.0.1',
      'Origin: http://127.0.0.1:1',
      'Origin: file://',
      'Sec-Fetch-Site: cross-site',
      'Sec-Fetch-Site: same-site',
      'Sec-Fetch-Site: nonsense',
    ]) {
      for (const line of ['GET /api2/ping/ HTTP/1.1', `DELETE /api/v2.1/admin/libraries/${id}/ HTTP/1.1`]) {
        const { status, text, body } = await request(line, [host, token, header]);
        expect([header, line, status, body.includes('pong')]).toEqual([header, line, 403, false]);
        expect(text.toLowerCase()).not.toContain('access-control');
      }
    }
  });

  it('is told apart from an extension, which has a token or gets nothing', async () => {
    const header = 'Origin: chrome-extension://abcdef';
    expect((await ping(host, token, header)).status).toBe(200);
    expect((await ping(host, header)).status).toBe(403);
  });

  it('is told apart from our own', async () => {
    for (const header of [
      `Origin: http://127.0.0.1:${port}`,
      'Sec-Fetch-Site: same-origin',
      'Sec-Fetch-Site: none',
    ]) {
      expect([header, (await ping(host, header)).status]).toEqual([header, 200]);
    }
    const mixed = [host, `Origin: http://localhost:${port}`];
    expect((await ping(...mixed)).status).toBe(403);
  });

  it('may lead to our page, which it can neither frame nor read, and to nothing else', async () => {
    const followed = [host, 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate'];
    const statusOf = async (line: string, ...headers: string[]) =>
      (await request(`${line} HTTP/1.1`, [...followed, ...headers])).status;
    // It was let through: this server was started without the page.
    expect(await statusOf('GET /', 'Sec-Fetch-Dest: document')).toBe(404);
    expect(await statusOf('GET /', 'Sec-Fetch-Dest: iframe')).toBe(403);
    expect(await statusOf('GET /')).toBe(403);
    expect(await statusOf('GET /', 'Sec-Fetch-Dest: document', 'Origin: null')).toBe(403);
    expect(await statusOf('POST /', 'Sec-Fetch-Dest: document', 'Content-Length: 0')).toBe(403);
    expect(await statusOf('GET /api2/ping/', 'Sec-Fetch-Dest: document', token)).toBe(403);
  });

  it('opens no socket of its own', async () => {
    const upgrade = [
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ];
    for (const path of ['/', '/api/local/v1/events/', '/api2/ping/']) {
      const bytes = `${[`GET ${path} HTTP/1.1`, host, 'Connection: Upgrade, close', 'Origin: https://evil.example', ...upgrade].join('\r\n')}\r\n\r\n`;
      const { status, text } = await rawExchange(app().url, bytes);
      expect([path, status, text.includes(' 101 ')]).toEqual([path, 403, false]);
    }
  });

  it('cannot dress one method up as another', async () => {
    const form = 'Content-Type: application/x-www-form-urlencoded';
    for (const header of [
      'X-HTTP-Method-Override: DELETE',
      'X-HTTP-Method: DELETE',
      'X-Method-Override: DELETE',
    ]) {
      const headers = [host, token, header, form, 'Content-Length: 14'];
      const answer = await request(
        `POST /api/v2.1/admin/libraries/${id}/ HTTP/1.1`,
        headers,
        '_method=DELETE',
      );
      expect([header, answer.status]).toEqual([header, 405]);
    }
  });
});
