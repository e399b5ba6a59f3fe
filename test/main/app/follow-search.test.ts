import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { followSearch } from '../../../src-main/app/follow-search.ts';
import { createEventHub } from '../../../src-main/engine/event-hub.ts';
import type { FollowOptions } from '../../../src-main/engine/reading/search-follower.ts';

const logger = pino({ level: 'silent' });

function following(
  work: (options: FollowOptions) => Promise<boolean>,
  isBusy = () => false,
  longestBusyMs = 60_000,
) {
  const events = createEventHub((error) => {
    throw error;
  });
  const running = followSearch({ follower: { follow: work }, events, logger, isBusy, longestBusyMs });
  onTestFinished(() => running.stop());
  return { events, running };
}

it('follows at the start, and again after a change that came meanwhile', async () => {
  let calls = 0;
  const both = new Promise<void>((resolve) => {
    const { events } = following(async () => {
      calls += 1;
      if (calls === 1) events.emit({ type: 'library', library_id: 'one', head_commit_id: 'two' });
      else resolve();
      return true;
    });
  });
  await both;
  expect(calls).toBe(2);
});

it('follows what comes after a change that came meanwhile and was followed at once', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let calls = 0;
  const { events } = following(async () => {
    calls += 1;
    if (calls === 1) events.emit({ type: 'libraries' });
    return true;
  });
  // The first look, and the change that came with it; then the time to wait after that change, with nothing left to do.
  await vi.advanceTimersByTimeAsync(2_000);
  expect(calls).toBe(2);
  events.emit({ type: 'libraries' });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(calls).toBe(3);
});

it('goes on after a failure', async () => {
  let calls = 0;
  const second = new Promise<void>((resolve) => {
    const { events } = following(async () => {
      calls += 1;
      if (calls > 1) resolve();
      events.emit({ type: 'libraries' });
      if (calls === 1) throw new Error('the disk is full');
      return true;
    });
  });
  await second;
  expect(calls).toBeGreaterThan(1);
});

it('ends with the slice that it is at when the service stops', async () => {
  const begun = Promise.withResolvers<void>();
  let isOver = false;
  const { running } = following(async ({ signal, rest }) => {
    begun.resolve();
    while (signal?.aborted !== true) await rest();
    isOver = true;
    return false;
  });
  await begun.promise;
  await running.stop();
  expect(isOver).toBe(true);
});

it('begins, and goes on after a slice, when no folder is busy', async () => {
  const seen: string[] = [];
  const over = Promise.withResolvers<void>();
  // What a look finds, one after another; then the folders rest.
  const looks = [true, true, false, true, true];
  const isBusy = () => {
    const busy = looks.shift() ?? false;
    seen.push(busy ? 'busy' : 'free');
    return busy;
  };
  following(async ({ rest }) => {
    seen.push('slice');
    await rest();
    seen.push('slice');
    over.resolve();
    return true;
  }, isBusy);
  await over.promise;
  expect(seen).toEqual(['busy', 'busy', 'free', 'slice', 'busy', 'busy', 'free', 'slice']);
});

it('ends while a folder is busy', async () => {
  let calls = 0;
  const looked = Promise.withResolvers<void>();
  const { running } = following(
    async () => {
      calls += 1;
      return true;
    },
    () => {
      looked.resolve();
      return true;
    },
  );
  await looked.promise;
  await running.stop();
  expect(calls).toBe(0);
});

it('does not wait for ever for folders that never come to rest', async () => {
  const done = Promise.withResolvers<void>();
  following(
    async ({ rest }) => {
      await rest();
      done.resolve();
      return true;
    },
    () => true,
    300,
  );
  await done.promise;
});
