import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeCertificate } from '../../../src-main/app/network/make-certificate.ts';
import { endedStart, killLeftServers, runServer } from '../../support/server-run.ts';
import { callTls } from '../../support/tls-calls.ts';

const scratch = mkdtempSync(join(tmpdir(), 'keepfold-lan-'));

afterAll(() => {
  killLeftServers();
  rmSync(scratch, { recursive: true, force: true });
});

it('lets other devices connect, and tells the console where and what they are shown', async () => {
  const server = await runServer(join(scratch, 'on'), { options: ['--lan', '--lan-port', '0'] });
  const reach = await server.client.call('GET reach/');
  expect(reach).toMatchObject({ on: true, by_command: true, state: 'on' });
  expect(server.errors()).toContain(`Other devices: ${reach.addresses.join('  ')}\n`);
  expect(server.errors()).toContain(`Fingerprint of the certificate (SHA-256): ${reach.fingerprint}\n`);
  const [address = ''] = reach.addresses;
  const { host, port } = new URL(address);
  const ping = await callTls(Number(port), 'GET', '/api2/ping/', {
    ...{ headers: { host }, fingerprint: reach.fingerprint },
  });
  expect(ping.status).toBe(200);
  await expect(server.client.call('PUT reach/', { on: false })).rejects.toThrow();
  expect(await server.stop()).toBe(0);
});

it('shows the certificate that it was started with', async () => {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });
  const files = { cert: join(scratch, 'nas.pem'), key: join(scratch, 'nas.key') };
  const named = { names: ['nas.example.org'], nowMs: Date.now(), days: 30 };
  writeFileSync(files.key, key);
  writeFileSync(files.cert, await makeCertificate(createPrivateKey(key), named));
  const options = ['--lan', '--lan-port', '0', '--tls-cert', files.cert, '--tls-key', files.key];
  const server = await runServer(join(scratch, 'named'), { options });
  expect(await server.client.call('GET reach/')).toMatchObject({ state: 'on', own_certificate: false });
  await server.stop();
  writeFileSync(files.key, 'no key');
  const { code, errors } = await endedStart(join(scratch, 'named'), { options });
  expect([code, errors]).toEqual([6, expect.stringContaining(files.cert)]);
});

it('does not start where the port for them is taken', async () => {
  const other = createServer().listen(0, '::');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { code, errors } = await endedStart(join(scratch, 'taken'), {
    options: ['--lan', '--lan-port', String(port)],
  });
  expect([code, errors]).toEqual([5, expect.stringContaining(`Port ${port} is used by another program.`)]);
  other.close();
});
