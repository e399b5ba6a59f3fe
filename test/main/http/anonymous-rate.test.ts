import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HttpWorld, httpWorld } from './http-world.ts';

let world: HttpWorld;

beforeEach(async () => {
  world = await httpWorld();
});

afterEach(() => world.close());

const LINK = `/f/${'a'.repeat(20)}/`;

describe('calls without an account', () => {
  it('are refused beyond 600 a minute from one address, with when to come again', async () => {
    const ask = (url: string, remoteAddress: string, token = '') => world.call(token, { url, remoteAddress });
    for (let count = 0; count < 300; count += 1) {
      expect((await ask('/api2/ping/', '10.0.0.1')).status).toBe(200);
      expect((await ask(LINK, '10.0.0.1')).status).toBe(404);
    }
    const ping = await ask('/api2/ping/', '10.0.0.1');
    expect(ping).toMatchObject({
      status: 429,
      body: { detail: expect.stringMatching(/^Request was throttled. Expected available in \d+ seconds.$/) },
    });
    expect(Number(ping.headers['retry-after'])).toBeGreaterThan(0);
    expect(await ask(LINK, '10.0.0.1')).toMatchObject({
      status: 429,
      text: expect.stringContaining('Too many attempts. Wait '),
    });
    expect((await ask('/api2/account/info/', '10.0.0.1', world.annaToken)).status).toBe(200);
    expect((await ask('/api2/ping/', '10.0.0.2')).status).toBe(200);
    expect((await ask('/api2/ping/', '127.0.0.1')).status).toBe(200);
  });
});
