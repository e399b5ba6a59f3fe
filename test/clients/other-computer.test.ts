import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReachJson } from '../../src-shared/reach-api.ts';
import { makeFolder } from '../support/library-owner.ts';
import { canPlayComputer, type OtherComputer, playOtherComputer } from '../support/other-computer.ts';
import { isLongProof } from '../support/proof-size.ts';
import { hasSeafCli, startSeafClient } from '../support/seaf-cli.ts';
import { killLeftSeafDaemons } from '../support/seaf-daemon.ts';
import { killLeftServers, runServer, type ServerRun } from '../support/server-run.ts';
import { freePort } from '../support/tls-calls.ts';

/** Of curl. */
const CANNOT_CONNECT = 7;
const ANOTHER_KEY = 90;
const CUT_OFF = [18, 56];

const NAME = `${hostname().toLowerCase().split('.')[0]}.local`;

describe.skipIf(!canPlayComputer)('another computer of the network', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'keepfold-other-'));
  let server: ServerRun;
  let other: OtherComputer;
  let port = 0;

  beforeAll(async () => {
    other = playOtherComputer();
    port = await freePort();
    server = await runServer(join(scratch, 'data'));
  });

  afterAll(async () => {
    killLeftSeafDaemons();
    other.end();
    await server.stop();
    killLeftServers();
    rmSync(scratch, { recursive: true, force: true });
  });

  const open = (): Promise<ReachJson> => server.client.call('PUT reach/', { on: true, port });
  const close = (): Promise<ReachJson> => server.client.call('PUT reach/', { on: false });
  const at = (path: string, host = other.here.ipv4) => `https://${host}:${port}${path}`;

  it('is not answered at all while the switch is off', async () => {
    for (const tried of [port, new URL(server.url).port]) {
      const { code } = await other.curl('-k', `https://${other.here.ipv4}:${tried}/api2/ping/`);
      expect([tried, code]).toEqual([tried, CANNOT_CONNECT]);
    }
  });

  it('is answered by IPv4, IPv6 and name, with the key and the certificate that the switch tells', async () => {
    const reach = await open();
    expect(reach.addresses).toEqual(
      expect.arrayContaining([at('', NAME), at(''), at('', `[${other.here.ipv6}]`)]),
    );
    const pinned = ['-k', '--pinnedpubkey', `sha256//${reach.key_pin}`];
    for (const host of [other.here.ipv4, `[${other.here.ipv6}]`])
      expect(await other.curl(...pinned, at('/api2/ping/', host))).toMatchObject({
        code: 0,
        output: '"pong"',
      });
    const found = ['--resolve', `${NAME}:${port}:${other.here.ipv4}`];
    const certificate = join(scratch, 'data', 'tls.crt');
    // The name has to stand in the certificate, once that is trusted.
    expect(await other.curl('--cacert', certificate, ...found, at('/api2/ping/', NAME))).toMatchObject({
      ...{ code: 0, output: '"pong"' },
    });
    const wrong = `sha256//${createHash('sha256').update('another key').digest('base64')}`;
    expect((await other.curl('-k', '--pinnedpubkey', wrong, at('/api2/ping/'))).code).toBe(ANOTHER_KEY);
  });

  it('signs in, puts a file up and gets it back', async () => {
    const reach = await open();
    const curl = async (path: string, ...args: string[]) => {
      const pinned = ['-k', '--pinnedpubkey', `sha256//${reach.key_pin}`];
      const { code, output, errors } = await other.curl(...pinned, ...args, at(path));
      expect([path, code, errors]).toEqual([path, 0, '']);
      return output;
    };
    const form = (fields: Record<string, string>) =>
      Object.entries(fields).flatMap(([name, value]) => ['--data-urlencode', `${name}=${value}`]);
    const signIn = { username: 'admin@example.com', password: 'admin-secret' };
    const { token } = JSON.parse(await curl('/api2/auth-token/', ...form(signIn))) as { token: string };
    const own = ['-H', `Authorization: Token ${token}`];
    const made = JSON.parse(await curl('/api2/repos/', ...own, ...form({ name: 'From there' }))) as {
      repo_id: string;
    };
    const content = randomBytes(3_000_000);
    const file = join(scratch, 'photo.jpg');
    writeFileSync(file, content);
    const upload = JSON.parse(await curl(`/api2/repos/${made.repo_id}/upload-link/?p=/`, ...own)) as string;
    expect(upload.startsWith(at('/seafhttp/'))).toBe(true);
    await curl(new URL(upload).pathname, '-F', 'parent_dir=/', '-F', `file=@${file}`);
    const download = JSON.parse(
      await curl(`/api2/repos/${made.repo_id}/file/?p=/photo.jpg`, ...own),
    ) as string;
    const back = join(scratch, 'back.jpg');
    await curl(new URL(download).pathname, '-o', back);
    expect(readFileSync(back).equals(content)).toBe(true);
  });

  it('finds this computer at an address that it got while the server ran', async () => {
    const reach = await open();
    const address = '10.213.78.1';
    other.getAddress(address);
    const pinned = ['-k', '--pinnedpubkey', `sha256//${reach.key_pin}`];
    const answered = async () => (await other.curl(...pinned, at('/api2/ping/', address))).output;
    // Addresses are asked for anew after a few seconds.
    await expect.poll(answered, { timeout: 20_000, interval: 200 }).toBe('"pong"');
    const { addresses } = await server.client.call('GET reach/');
    expect(addresses).toContain(at('', address));
  });

  it.skipIf(!(isLongProof && hasSeafCli))(
    'syncs by the official client, in both directions',
    { timeout: 120_000 },
    async () => {
      await open();
      const account = {
        url: at(''),
        user: 'admin@example.com',
        password: 'admin-secret',
        isSelfSigned: true,
      };
      // What signs in asks whom the system trusts; the daemon is told to trust any.
      const under = [...other.under, 'env', `SSL_CERT_FILE=${join(scratch, 'data', 'tls.crt')}`];
      const client = await startSeafClient(join(scratch, 'client'), { ...account, under });
      const id = await client.create('Synced from there');
      const folder = join(scratch, 'synced');
      mkdirSync(folder);
      writeFileSync(join(folder, 'there.txt'), 'from there');
      await client.sync(id, folder);
      await client.untilSynchronized(id);
      const { entries } = await server.client.call('GET libraries/:library_id/entries/', {
        library_id: id,
        path: '/',
      });
      expect(entries.map(({ name }) => name)).toEqual(['there.txt']);
      await makeFolder(server.client, id, 'here');
      await client.until('the folder that was made here', async () => {
        await client.syncNow(id);
        return existsSync(join(folder, 'here')) || undefined;
      });
      await client.stop();
    },
  );

  it('is an ordinary stranger, whatever it says of itself', async () => {
    await open();
    const status = async (path: string, ...headers: string[]) => {
      const said = headers.flatMap((header) => ['-H', header]);
      return (await other.curl('-k', '-o', '/dev/null', '-w', '%{http_code}', ...said, at(path))).output;
    };
    const claims = ['X-Forwarded-For: 127.0.0.1', 'X-Real-IP: 127.0.0.1', 'Forwarded: for=127.0.0.1'];
    const commands = await other.curl(
      '-k',
      ...claims.flatMap((claim) => ['-H', claim]),
      at('/api/local/v1/commands/'),
    );
    expect(JSON.parse(commands.output)).toEqual({ commands: null, email: null });
    expect(await status('/api/local/v1/status/', `Authorization: Token ${server.token}`)).toBe('401');
    expect(await status('/api2/ping/', `Host: localhost:${port}`)).toBe('403');
    expect(await status('/api2/ping/', 'Host: evil.example')).toBe('403');
    expect(await status('/api2/ping/', 'Origin: https://evil.example')).toBe('403');
    const reach = await server.client.call('GET reach/');
    expect(reach.refused_names.map(({ name }) => name)).toContain('evil.example');
  });

  it('is cut off at once when the switch is turned off', async () => {
    await open();
    const headers = join(scratch, 'headers');
    const authorization = `Authorization: Token ${await tokenOf()}`;
    const events = other.curl('-k', '-N', '-D', headers, '-H', authorization, at('/api/local/v1/events/'));
    await expect
      .poll(() => existsSync(headers) && readFileSync(headers, 'utf8'), { timeout: 20_000 })
      .toContain('200');
    await close();
    expect(CUT_OFF).toContain((await events).code);
    expect((await other.curl('-k', at('/api2/ping/'))).code).toBe(CANNOT_CONNECT);
  });

  async function tokenOf(): Promise<string> {
    return (await server.client.call('POST tokens/', { email: 'admin@example.com' })).token;
  }
});
