import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEventHub } from '../../../src-main/app/event-hub.ts';
import { saveFolderActivity } from '../../../src-main/app/save-folder-activity.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(save: () => void) {
  const events = createEventHub(() => undefined);
  const faults: unknown[] = [];
  const logger = { error: (fault: unknown) => void faults.push(fault) };
  const stop = saveFolderActivity({ table: { save }, events, logger });
  return { faults, stop, act: () => events.emit({ type: 'folder-activity', folder_id: 'f', entries: [] }) };
}

it('saves once for all that folders do within two seconds, and not without them', () => {
  const save = vi.fn();
  const { act } = open(save);
  vi.advanceTimersByTime(60_000);
  expect(save).toHaveBeenCalledTimes(0);
  for (let at = 0; at < 10; at += 1) {
    act();
    vi.advanceTimersByTime(150);
  }
  expect(save).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(1_000);
  expect(save).toHaveBeenCalledTimes(1);
});

it('saves the rest when it ends, and nothing afterwards', () => {
  const save = vi.fn();
  const { act, stop } = open(save);
  act();
  stop();
  expect(save).toHaveBeenCalledTimes(1);
  act();
  vi.advanceTimersByTime(60_000);
  expect(save).toHaveBeenCalledTimes(1);
});

it('ends nothing when the database cannot be written', async () => {
  const { act, faults, stop } = open(() => {
    throw new Error('disk full');
  });
  act();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(faults).toMatchObject([{ event: 'folder-activity-not-saved' }]);
  stop();
});
