import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashesBelow } from '../support/mixed-files.ts';
import { hasNginx, type Nginx, startNginx } from '../support/nginx.ts';
import { isLongProof } from '../support/proof-size.ts';
import { hasRclone, killLeftRclones, type Rclone, setUpRclone } from '../support/rclone.ts';
import { hasSeafCli, startSeafClient } from '../support/seaf-cli.ts';
import { killLeftSeafDaemons } from '../support/seaf-daemon.ts';
import { killLeftServers, runServer, type ServerRun } from '../support/server-run.ts';
import { callTls, freePort } from '../support/tls-calls.ts';

const OWNER = { user: 'admin@example.com', password: 'admin-secret' };
const DEADLINE_MS = 300_000;

const FORWARDED = [
  'proxy_http_version 1.1;',
  'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
  'proxy_set_header Upgrade $http_upgrade;',
  'proxy_set_header Connection $http_connection;',
];
const CONFIGURATIONS: readonly { readonly title: string; readonly lines: readonly string[] }[] = [
  {
    title: 'keeps the Host',
    lines: [
      ...FORWARDED,
      'proxy_set_header Host $http_host;',
      'proxy_set_header X-Forwarded-Proto $scheme;',
      'proxy_set_header X-Forwarded-Host $http_host;',
    ],
  },
  { title: 'rewrites the Host', lines: FORWARDED },
];

/** The bare protocols behind a proxy are tried in each run, by `nginx.test.ts`. */
const isTried = isLongProof && hasNginx && hasRclone && hasSeafCli;

afterAll(() => {
  killLeftRclones();
  killLeftSeafDaemons();
  killLeftServers();
});

describe.skipIf(!isTried).each(CONFIGURATIONS)('programs behind an nginx that $title', ({ lines }) => {
  const scratch = mkdtempSync(join(tmpdir(), 'keepfold-nginx-programs-'));
  const source = join(scratch, 'source');
  const trusted = process.env['SSL_CERT_FILE'];
  let server: ServerRun;
  let nginx: Nginx;
  let url = '';

  beforeAll(async () => {
    const port = await freePort();
    const folder = mkdtempSync(join(scratch, 'nginx-'));
    nginx = await startNginx(folder, { name: 'localhost', upstream: port, lines });
    url = `https://localhost:${nginx.port}`;
    process.env['SSL_CERT_FILE'] = nginx.certificate;
    server = await runServer(join(scratch, 'data'), {
      port,
      environment: { KEEPFOLD_PUBLIC_URL: url, KEEPFOLD_TRUSTED_PROXY: '127.0.0.1' },
    });
    mkdirSync(join(source, 'süb'), { recursive: true });
    for (let at = 0; at < 20; at += 1) writeFileSync(join(source, 'süb', `file ${at}.txt`), `text ${at}`);
  }, DEADLINE_MS);

  afterAll(async () => {
    if (trusted === undefined) delete process.env['SSL_CERT_FILE'];
    else process.env['SSL_CERT_FILE'] = trusted;
    await nginx.end();
    await server.stop();
    rmSync(scratch, { recursive: true, force: true });
  });

  it('rclone copies a folder up and down, as a Seafile client', { timeout: DEADLINE_MS }, async () => {
    const { user, password } = OWNER;
    const rclone: Rclone = setUpRclone(scratch, url, { keepfold: { user, secret: { password } } });
    await rclone.read('copy', source, 'keepfold:Rclone');
    await rclone.read('check', '--download', source, 'keepfold:Rclone');
  });

  it('rclone copies a folder up and down, by WebDAV', { timeout: DEADLINE_MS }, async () => {
    const { user, password } = OWNER;
    const Authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    const headers = { host: new URL(url).host, authorization: Authorization };
    expect((await callTls(nginx.port, 'MKCOL', '/dav/Drive', { headers })).status).toBe(201);
    const rclone = setUpRclone(scratch, url, { unused: { user, secret: { password } } });
    const obscured = (await rclone.read('obscure', password)).toString().trim();
    const drive = `:webdav,url="${url}/dav/Drive",vendor=other,user="${user}",pass="${obscured}":`;
    await rclone.read('copy', source, drive);
    await rclone.read('check', '--download', source, drive);
  });

  it('the official client syncs in both directions', { timeout: DEADLINE_MS }, async () => {
    const account = { url, ...OWNER, isSelfSigned: true };
    const client = await startSeafClient(join(scratch, 'client'), account);
    const id = await client.create('Synced');
    const folder = join(scratch, 'synced');
    mkdirSync(folder);
    writeFileSync(join(folder, 'here.txt'), 'from the client');
    await client.sync(id, folder);
    await client.untilSynchronized(id);
    const { user, password } = OWNER;
    const rclone = setUpRclone(scratch, url, { keepfold: { user, secret: { password } } });
    expect((await rclone.read('cat', 'keepfold:Synced/here.txt')).toString()).toBe('from the client');
    await rclone.feed(Buffer.from('from elsewhere'), 'rcat', 'keepfold:Synced/there.txt');
    await client.until('the other file', async () => {
      await client.syncNow(id);
      return Object.hasOwn(await hashesBelow(folder), 'there.txt') || undefined;
    });
    expect(readFileSync(join(folder, 'there.txt'), 'utf8')).toBe('from elsewhere');
    await client.stop();
  });
});
