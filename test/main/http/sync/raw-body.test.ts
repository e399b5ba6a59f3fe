import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { builtTree, packOf } from '../../../support/sync-device.ts';
import { ADMIN_EMAIL, ANNA_EMAIL } from '../http-world.ts';
import { ANNA, syncWorld } from './sync-world.ts';

const MIB = 1024 * 1024;

describe('bodies of sync clients', () => {
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
