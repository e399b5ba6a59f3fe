import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fastify from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { BodyMemory, shareBodyMemory } from '../../../../src-main/http/body-memory.ts';
import { readRawBody } from '../../../../src-main/http/sync/sync-request.ts';
import { builtTree, packOf } from '../../../support/sync-device.ts';
import { ADMIN_EMAIL, ANNA_EMAIL } from '../http-world.ts';
import { ANNA, syncWorld } from './sync-world.ts';

const MIB = 1024 * 1024;

/** A server with room for 5 MiB of bodies, whose clients say who they are. */
async function smallServer() {
  const app = fastify({ bodyLimit: 4 * MIB });
  onTestFinished(() => app.close());
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    request.caller = { email: String(request.headers['x-who']), isAdmin: false };
  });
  shareBodyMemory(app, new BodyMemory({ bytes: 5 * MIB, bytesPerSender: 3 * MIB, slowMs: 0 }));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', readRawBody);
  app.put('/', async ({ body }) => (Buffer.isBuffer(body) ? body.length : 0));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  /** Sends the head of a body of 3 MiB, and half of it. */
  const trickle = (who: string) => {
    const client = connect(Number(new URL(url).port), '127.0.0.1');
    onTestFinished(() => void client.destroy());
    client.on('error', () => undefined);
    const head = `PUT / HTTP/1.1\r\nHost: a\r\nX-Who: ${who}\r\nContent-Type: a/b\r\nContent-Length: ${3 * MIB}`;
    client.write(`${head}\r\n\r\n`);
    client.write(Buffer.alloc(1.5 * MIB));
    return client;
  };
  const send = async (who: string, bytes: number) => {
    const headers = { 'x-who': who, 'content-type': 'a/b' };
    const answer = await fetch(url, { method: 'PUT', headers, body: Buffer.alloc(bytes) });
    return [answer.status, await answer.text()];
  };
  return { trickle, send };
}

describe('bodies of sync clients', () => {
  it('that come in slowly end where another sender needs what they hold, and no sooner', async () => {
    const { trickle, send } = await smallServer();
    const clients = ['anna', 'bert'].map(trickle);
    const ended: string[] = [];
    clients[0]?.once('close', () => ended.push('anna'));
    clients[1]?.once('close', () => ended.push('bert'));
    const inTime = { timeout: 20_000 };
    await vi.waitFor(async () => expect((await send('dora', MIB))[0]).toBe(200), inTime);
    expect(ended).toHaveLength(0);
    await vi.waitFor(async () => {
      expect(await send('carl', 1.5 * MIB)).toEqual([200, String(1.5 * MIB)]);
      expect(ended).toHaveLength(1);
    }, inTime);
  });

  it('take memory for what has come, not for what was announced', async () => {
    const world = await syncWorld();
    const { port } = world.server.server.address() as AddressInfo;
    const before = process.memoryUsage().arrayBuffers;
    const token = world.tokenOf(ANNA_EMAIL);
    for (let count = 0; count < 24; count += 1) {
      const client = connect(port, '127.0.0.1');
      onTestFinished(() => void client.destroy());
      const asked = once(world.server.server, 'request');
      const target = `/seafhttp/repo/${world.id}/block/${'a'.repeat(40)}`;
      const headers = `Host: 127.0.0.1:${port}\r\nSeafile-Repo-Token: ${token}\r\nContent-Length: ${64 * MIB}`;
      client.write(`PUT ${target} HTTP/1.1\r\n${headers}\r\n\r\nbeginning`);
      await asked;
    }
    expect((await world.device.ask('GET', '/commit/HEAD')).status).toBe(200);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 * MIB);
  });

  it('come in whole, whatever their length', async () => {
    const { device, objects, id } = await syncWorld();
    for (const bytes of [1, MIB, MIB + 1, 17 * MIB]) {
      const text = 'x'.repeat(bytes);
      const { blocks } = builtTree({ a: text }, ANNA_EMAIL);
      for (const [blockId, block] of blocks) {
        expect((await device.ask('PUT', `/block/${blockId}`, block)).status).toBe(200);
        expect((await objects.library(id).read('block', blockId)).equals(block)).toBe(true);
      }
    }
  });

  it('are inflated one at a time for each person, so that another person has a turn', async () => {
    const world = await syncWorld();
    const { services, deviceOf, id } = world;
    const grant = { email: ADMIN_EMAIL, permission: 'rw', isAdmin: false } as const;
    services.shares.shareWithUser(ANNA, id, grant);
    const gate = Promise.withResolvers<void>();
    const begun: string[] = [];
    const both = Promise.withResolvers<void>();
    services.syncObjects.putFs = async (library, brought) => {
      begun.push(`${library.id === id} ${brought.length}`);
      if (begun.length === 2) both.resolve();
      await gate.promise;
    };
    const pack = packOf(builtTree({ a: 'a' }, ANNA_EMAIL).fs);
    const send = (email: string) => deviceOf(email).ask('POST', '/recv-fs/', pack);
    const sent = [send(ANNA_EMAIL), send(ANNA_EMAIL), send(ANNA_EMAIL), send(ADMIN_EMAIL)];
    await both.promise;
    expect((await world.device.ask('GET', '/commit/HEAD')).status).toBe(200);
    expect(begun).toEqual(['true 2', 'true 2']);
    gate.resolve();
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(begun).toHaveLength(4);
  });
});
