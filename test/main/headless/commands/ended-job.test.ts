import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endedJob } from '../../../../src-main/headless/commands/ended-job.ts';
import type { LocalClient } from '../../../../src-main/headless/local-client.ts';
import type { JobJson } from '../../../../src-shared/upkeep-api.ts';

const job = (state: string, id = 'job') => ({ id, state }) as unknown as JobJson;

/** A client of a service with these jobs at each look, and how often it looked. */
function clientOf(...looks: readonly JobJson[][]) {
  let count = 0;
  const call = async () => ({ jobs: looks[count++] ?? [] });
  return { client: { call } as unknown as LocalClient, count: () => count };
}

describe('a job that a command waits for', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is asked for until it is over', async () => {
    const { client, count } = clientOf([job('running')], [job('done', 'other'), job('done')]);
    const ended = endedJob(client, job('running'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(await ended).toEqual(job('done'));
    expect(count()).toBe(2);
  });

  it('is not asked for when it is over already', async () => {
    const { client, count } = clientOf();
    expect(await endedJob(client, job('failed'))).toEqual(job('failed'));
    expect(count()).toBe(0);
  });

  it('counts as cancelled when the service has forgotten it', async () => {
    const { client } = clientOf([job('done', 'other')]);
    const ended = endedJob(client, job('running'));
    await vi.advanceTimersByTimeAsync(500);
    expect(await ended).toEqual(job('canceled'));
  });
});
