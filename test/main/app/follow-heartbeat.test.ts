import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { followHeartbeat, watchRequests } from '../../../src-main/app/follow-heartbeat.ts';
import type { Pace } from '../../../src-main/usecases/upkeep/paced-reads.ts';

const logger = pino({ enabled: false });
const STILL = {
  ...{ begin: () => undefined, beat: async () => undefined },
  ...{ damageFound: () => undefined, nameDamage: async () => undefined },
};

describe('the heartbeat of a running service', () => {
  it('begins soon, and ends with the service, however long it waits', async () => {
    const told = new EventEmitter();
    const began = once(told, 'began');
    const beat = async ({ wait, signal }: Pace) => {
      told.emit('began');
      await wait(60_000);
      signal.throwIfAborted();
    };
    const begins: string[] = [];
    const heartbeat = { ...STILL, begin: () => void begins.push('begin'), beat };
    const { stop } = followHeartbeat({ heartbeat, logger, isBusy: () => false, firstAfterMs: 0 });
    expect(begins).toEqual(['begin']);
    await began;
    await stop();
  });

  it('survives a database that takes nothing', async () => {
    const heartbeat = {
      ...STILL,
      begin: () => {
        throw new Error('read-only');
      },
    };
    await followHeartbeat({ heartbeat, logger, isBusy: () => false }).stop();
  });
});

describe('damage that somebody found', () => {
  it('is told at once, and named together once more', async () => {
    const told = new EventEmitter();
    const named = once(told, 'named');
    const events: string[] = [];
    const nameDamage = async () => {
      events.push('named');
      told.emit('named');
    };
    const heartbeat = { ...STILL, damageFound: () => void events.push('found'), nameDamage };
    const following = followHeartbeat({ heartbeat, logger, isBusy: () => false, namedAfterMs: 1 });
    following.damageFound();
    following.damageFound();
    await named;
    await following.stop();
    following.damageFound();
    expect(events).toEqual(['found', 'found', 'named', 'found']);
  });
});

describe('whether somebody is at work', () => {
  function watched() {
    const server = new EventEmitter();
    const clock = { ms: 1_000 };
    const isBusy = watchRequests(server, () => clock.ms);
    const request = (url: string) => {
      const response = new EventEmitter() as unknown as ServerResponse;
      server.emit('request', { url }, response);
      return () => response.emit('close');
    };
    return { clock, isBusy, request };
  }

  it('is so during a request and for three seconds after it', () => {
    const { clock, isBusy, request } = watched();
    expect(isBusy()).toBe(false);
    const end = request('/api2/repos/');
    clock.ms += 60_000;
    expect(isBusy()).toBe(true);
    end();
    clock.ms += 2_999;
    expect(isBusy()).toBe(true);
    clock.ms += 1;
    expect(isBusy()).toBe(false);
  });

  it('is not so because a page is open, or a request hangs', () => {
    const { clock, isBusy, request } = watched();
    request('/api/local/v1/events/');
    expect(isBusy()).toBe(false);
    const end = request('/hangs');
    clock.ms += 600_000;
    expect(isBusy()).toBe(false);
    end();
    expect(isBusy()).toBe(false);
  });
});
