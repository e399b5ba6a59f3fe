import { expect, it, vi } from 'vitest';
import { followStatus } from '../../../src-renderer/app/service-state.svelte.ts';

it('tells the new start time once the connection is back after the service was started again', async () => {
  const startedAt = [100, 200];
  const resumed = new Set<() => void>();
  const onResume = (listener: () => void) => {
    resumed.add(listener);
    return () => resumed.delete(listener);
  };
  const call = vi.fn(async () => ({ started_at: startedAt.shift() }));
  const tell = vi.fn();
  const stop = followStatus({ call: call as never, events: { onResume } }, tell);
  await expect.poll(() => tell.mock.lastCall).toEqual([{ started_at: 100 }]);
  for (const listener of resumed) listener();
  await expect.poll(() => tell.mock.lastCall).toEqual([{ started_at: 200 }]);
  stop();
  expect(resumed.size).toBe(0);
});
