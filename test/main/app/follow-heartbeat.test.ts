import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { followHeartbeat, watchRequests } from '../../../src-main/app/follow-heartbeat.ts';
import type { Pace } from '../../../src-main/usecases/upkeep/heartbeat.ts';

const logger = pino({ enabled: false });

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
    const heartbeat = { begin: () => void begins.push('begin'), beat };
    const stop = followHeartbeat({ heartbeat, logger, isBusy: () => false, firstAfterMs: 0 });
    expect(begins).toEqual(['begin']);
    await began;
    await stop();
  });

  it('survives a database that takes nothing', async () => {
    const heartbeat = {
      begin: () => {
        throw new Error('read-only');
      },
      beat: async () => undefined,
    };
    await followHeartbeat({ heartbeat, logger, isBusy: () => false })();
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
