import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '../../../src-main/app/listen.ts';
import { StartError } from '../../../src-main/app/start-error.ts';

const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function newServer() {
  const server = fastify();
  closing.push(() => server.close());
  server.get('/', () => 'here');
  return server;
}

/** Another program that listens on a port of this computer. */
async function stranger(): Promise<number> {
  const server: Server = createServer();
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

describe('listening', () => {
  it('gives the address to call, with the port that the system chose', async () => {
    const url = await listen(newServer(), { host: '127.0.0.1', port: 0 });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    expect(await (await fetch(url)).text()).toBe('here');
  });

  it.each(['0.0.0.0', '::'])('on every address (%s) is called on this computer', async (host) => {
    const url = await listen(newServer(), { host, port: 0 });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await (await fetch(url)).text()).toBe('here');
  });

  it('puts an IPv6 address in brackets', async () => {
    expect(await listen(newServer(), { host: '::1', port: 0 })).toMatch(/^http:\/\/\[::1\]:\d+$/);
  });

  it('never takes another port than the one it was told', async () => {
    const port = await stranger();
    const refused = listen(newServer(), { host: '127.0.0.1', port }).catch((error: unknown) => error);
    const error = await refused;
    expect(error).toBeInstanceOf(StartError);
    expect(error).toMatchObject({
      refusal: 'port-taken',
      exitCode: 5,
      message: `Port ${port} on 127.0.0.1 is used by another program. Stop it or choose another with --port.`,
    });
  });
});
