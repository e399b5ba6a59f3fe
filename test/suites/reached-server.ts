import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as requestPlain } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { callTls, type TlsAnswer, type TlsCall } from '../support/tls-calls.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'content-type': 'application/json' };
const PASSWORD = 'admin-secret';

/** A server and the way to it from outside. */
export interface WayToServer {
  /** As people type it, without a slash at its end. */
  readonly url: string;
  /** Of this computer, where the way begins. */
  readonly port: number;
  end(): Promise<void>;
}

/** For what only one kind of way is asked. */
export interface TriedWay {
  way(): WayToServer;
  call(method: string, path: string, call?: TlsCall): Promise<TlsAnswer>;
}

/** That everything clients and pages do works over a way, whose owner is `admin@example.com`; `more` adds tests of one way. */
export function describeReachedServer(
  title: string,
  openWay: (scratch: string) => Promise<WayToServer>,
  more: (tried: TriedWay) => void = () => undefined,
): void {
  describe(title, () => {
    const scratch = mkdtempSync(join(tmpdir(), 'keepfold-reached-'));
    let way: WayToServer;
    let token = '';

    beforeAll(async () => {
      way = await openWay(scratch);
    });

    afterAll(async () => {
      await way.end();
      rmSync(scratch, { recursive: true, force: true });
    });

    const host = () => new URL(way.url).host;
    const isTls = () => way.url.startsWith('https:');
    const open = (method: string, path: string, headers: Readonly<Record<string, string>>) =>
      (isTls() ? request : requestPlain)({
        ...{ host: '127.0.0.1', port: way.port, method, path, agent: false, rejectUnauthorized: false },
        headers: { host: host(), ...headers },
      });
    const call = (method: string, path: string, { headers, ...others }: TlsCall = {}) =>
      callTls(way.port, method, path, {
        ...{ headers: { host: host(), ...headers }, isPlain: !isTls() },
        ...others,
      });
    const asOwner = (method: string, path: string, { headers, ...others }: TlsCall = {}) =>
      call(method, path, { headers: { authorization: `Token ${token}`, ...headers }, ...others });

    async function library(name: string): Promise<string> {
      const made = await asOwner('POST', '/api2/repos/', { headers: FORM, body: `name=${name}` });
      return (made.json as { repo_id: string }).repo_id;
    }

    async function upload(id: string, name: string, text: string): Promise<void> {
      const { json: address } = await asOwner('GET', `/api2/repos/${id}/upload-link/?p=/`);
      expect(address).toContain(`${way.url}/seafhttp/upload-api/`);
      const sent = await call('POST', new URL(String(address)).pathname, {
        headers: { 'content-type': 'multipart/form-data; boundary=b', origin: way.url },
        body: [
          '--b\r\nContent-Disposition: form-data; name="parent_dir"\r\n\r\n/\r\n',
          `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${text}\r\n--b--\r\n`,
        ].join(''),
      });
      expect(sent.status).toBe(200);
    }

    it('clients are answered, and sign in', async () => {
      expect(await call('GET', '/api2/ping/')).toMatchObject({ status: 200, text: '"pong"' });
      const body = new URLSearchParams({ username: 'admin@example.com', password: PASSWORD }).toString();
      const signedIn = await call('POST', '/api2/auth-token/', { headers: FORM, body });
      expect(signedIn.status).toBe(200);
      token = (signedIn.json as { token: string }).token;
    });

    it('the page signs in and writes, and pages of others do not', async () => {
      const signIn = (origin: string) =>
        call('POST', '/api/local/v1/session/', {
          headers: { ...JSON_TYPE, origin },
          body: JSON.stringify({ email: 'admin@example.com', password: PASSWORD }),
        });
      expect((await signIn('https://evil.example')).status).toBe(403);
      const session = (await signIn(way.url)).json as { token: string };
      const made = await call('POST', '/api/local/v1/libraries/', {
        headers: { ...JSON_TYPE, origin: way.url, authorization: `Token ${session.token}` },
        body: JSON.stringify({ name: 'Of the page' }),
      });
      expect(made.status).toBe(200);
    });

    it('files go up and come down, by addresses that begin as the client calls', async () => {
      const id = await library('Files');
      await upload(id, 'a.txt', 'hello');
      const { json: address } = await asOwner('GET', `/api2/repos/${id}/file/?p=/a.txt`);
      expect(String(address)).toContain(`${way.url}/seafhttp/files/`);
      expect(await call('GET', new URL(String(address)).pathname)).toMatchObject({
        status: 200,
        text: 'hello',
      });
    });

    it('a link with a password opens for others', async () => {
      const id = await library('Links');
      await upload(id, 'b.txt', 'shared');
      const made = await asOwner('POST', '/api/v2.1/share-links/', {
        headers: { ...FORM, origin: way.url },
        body: `repo_id=${id}&path=/&password=open%20sesame`,
      });
      const { link } = made.json as { link: string };
      expect(link).toContain(`${way.url}/d/`);
      const sent = open('POST', new URL(link).pathname, { ...FORM, origin: way.url });
      sent.end('password=open%20sesame');
      const [passed] = await once(sent, 'response');
      passed.resume();
      expect([passed.statusCode, passed.headers['set-cookie']?.[0]?.endsWith('; Secure')]).toEqual([
        303,
        isTls(),
      ]);
      const cookie = String(passed.headers['set-cookie']?.[0]).split(';')[0] ?? '';
      expect((await call('GET', new URL(link).pathname, { headers: { cookie } })).text).toContain('b.txt');
    });

    it('changes are told by web socket and by the stream of the page', async () => {
      const id = await library('Told');
      const ticket = await asOwner('GET', `/api2/repos/${id}/download-info/`);
      const { token: syncToken } = ticket.json as { token: string };
      const { json: notify } = await call('GET', `/seafhttp/repo/${id}/jwt-token`, {
        headers: { 'seafile-repo-token': syncToken },
      });
      const scheme = isTls() ? 'wss' : 'ws';
      const socket = new WebSocket(
        `${scheme}://127.0.0.1:${way.port}/notification`,
        'notification.seafile.com',
        {
          ...{ rejectUnauthorized: false, headers: { host: host(), origin: way.url } },
        },
      );
      await once(socket, 'open');
      const heard = once(socket, 'message', { signal: AbortSignal.timeout(20_000) });
      const repos = [{ id, jwt_token: (notify as { jwt_token: string }).jwt_token }];
      socket.send(JSON.stringify({ type: 'subscribe', content: { repos } }));
      expect(String((await heard)[0])).toContain(id);
      socket.close();

      const stream = open('GET', '/api/local/v1/events/', { authorization: `Token ${token}` }).end();
      const [events] = await once(stream, 'response');
      let told = '';
      events.on('data', (piece: Buffer) => {
        told += String(piece);
      });
      await upload(id, 'c.txt', 'news');
      const deadline = Date.now() + 20_000;
      while (!told.includes(id) && Date.now() < deadline) await once(events, 'data');
      expect(told).toContain(id);
      stream.destroy();
    });

    more({ way: () => way, call });
  });
}
