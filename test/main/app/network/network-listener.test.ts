import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Certificate, CertificateSource } from '../../../../src-main/app/network/certificates.ts';
import { makeCertificate } from '../../../../src-main/app/network/make-certificate.ts';
import { TlsNetworkListener } from '../../../../src-main/app/network/network-listener.ts';
import { callTls, certificateOf, openTls } from '../../../support/tls-calls.ts';
import { type HttpWorld, httpWorld } from '../../http/http-world.ts';

const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
});

async function certificateFor(name: string): Promise<Certificate> {
  const cert = await makeCertificate(createPrivateKey(key), { names: [name], nowMs: Date.now(), days: 30 });
  return { cert, key: String(key), fingerprint: new X509Certificate(cert).fingerprint256, keyPin: '' };
}

let world: HttpWorld;
let listener: TlsNetworkListener;
let shown: Certificate | Error;
let problem = '';
let changes = 0;
let faults: unknown[] = [];

beforeEach(async () => {
  world = await httpWorld({ networkNames: () => ['attic.local'] });
  shown = await certificateFor('attic.local');
  problem = '';
  changes = 0;
  faults = [];
  const certificates: CertificateSource = {
    isOwn: true,
    problem: () => problem,
    current: async () => {
      if (shown instanceof Error) throw shown;
      return shown;
    },
  };
  listener = new TlsNetworkListener({
    certificates,
    hosts: () => ['attic.local', '[fd00::1]'],
    onChange: () => {
      changes += 1;
    },
    onFault: (err) => faults.push(err),
    lookEveryMs: 20,
  });
  listener.serve(world.server);
  // The main server listens for this computer, as it does in the application.
  await world.server.listen({ host: '127.0.0.1', port: 0 });
});

afterEach(async () => {
  await world.close();
  expect(listener.state().state).toBe('off');
});

const ping = () =>
  callTls(listener.state().port, 'GET', '/api2/ping/', {
    headers: { host: `attic.local:${listener.state().port}` },
  });

/** Connections that begin no handshake. */
async function openSilent(count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(listener.state().port, '127.0.0.1'));
  for (const socket of sockets) socket.on('error', () => undefined);
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return sockets;
}

it('listens where it is told, says so, and ends that', async () => {
  expect(listener.state()).toMatchObject({ state: 'off', failure: 'none', addresses: [], fingerprint: '' });
  await listener.open(0);
  const { port } = listener.state();
  expect(listener.state()).toMatchObject({
    ...{ state: 'on', failure: 'none', fingerprint: (shown as Certificate).fingerprint },
    addresses: [`https://attic.local:${port}`, `https://[fd00::1]:${port}`],
  });
  expect((await ping()).status).toBe(200);
  await listener.open(port);
  await listener.close();
  expect(listener.state()).toMatchObject({ state: 'off', addresses: [] });
  await expect(openTls(port)).rejects.toThrow('ECONNREFUSED');
  expect(faults).toEqual([]);
});

it('says that there is no certificate, and listens once there is one', async () => {
  shown = new Error('tls.key cannot be read');
  problem = 'tls.key cannot be read';
  await listener.open(0);
  expect(listener.state()).toMatchObject({
    state: 'failed',
    failure: 'certificate',
    certificateProblem: problem,
  });
  expect(faults).toEqual([shown]);
  shown = await certificateFor('attic.local');
  await listener.open(0);
  expect(listener.state()).toMatchObject({ state: 'on', failure: 'none' });
});

it('shows a changed certificate to the next connection, and leaves those that are open alone', async () => {
  await listener.open(0);
  const before = await openTls(listener.state().port);
  shown = await certificateFor('other.local');
  const deadline = Date.now() + 10_000;
  while (changes === 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
  const after = await openTls(listener.state().port);
  expect(certificateOf(after).fingerprint256).toBe(shown.fingerprint);
  expect(certificateOf(before).fingerprint256).not.toBe(shown.fingerprint);
  expect(listener.state().fingerprint).toBe(shown.fingerprint);
  expect(before.destroyed).toBe(false);
  await expect(
    callTls(listener.state().port, 'GET', '/', { maxVersion: 'TLSv1.1', minVersion: 'TLSv1' }),
  ).rejects.toThrow();
  before.destroy();
  after.destroy();
});

describe('connections that never finish their handshake', () => {
  it('are as many as one address may have, give way to those that do, and are ended with the listener', async () => {
    await listener.open(0);
    const silent = await openSilent(300);
    expect((await ping()).status).toBe(200);
    const own = await fetch(`http://127.0.0.1:${String(portOf(world))}/api2/ping/`, {
      headers: { host: `127.0.0.1:${portOf(world)}` },
    });
    expect(own.status).toBe(200);
    const open = silent.filter((socket) => !socket.destroyed && socket.readyState === 'open');
    expect(open.length).toBeLessThanOrEqual(256);
    const ended = open.map((socket) => once(socket, 'close'));
    await listener.close();
    await Promise.all(ended);
  });

  it('that send no TLS are ended, and harm nobody', async () => {
    await listener.open(0);
    const [socket] = await openSilent(1);
    const ended = once(socket as Socket, 'close');
    socket?.resume().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await ended;
    expect((await ping()).status).toBe(200);
  });
});

function portOf({ server }: HttpWorld): number {
  const address = server.server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
