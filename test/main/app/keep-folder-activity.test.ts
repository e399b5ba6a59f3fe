import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepFolderActivity } from '../../../src-main/app/keep-folder-activity.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(add: () => void) {
  const faults: unknown[] = [];
  const logger = { error: (fault: unknown) => void faults.push(fault) };
  const { folderActivity, stop } = keepFolderActivity({ add, list: () => [], beginsAt: () => 0 }, logger);
  const act = () => folderActivity.add(1, [{ at_ms: 7, path: 'a', what: 'taken-in', bytes: 1, said: null }]);
  return { faults, stop, act };
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

it('ends nothing when the database cannot be written, and saves all with what comes next', async () => {
  const save = vi.fn(() => {
    throw new Error('disk full');
  });
  const { act, faults, stop } = open(save);
  act();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(faults).toMatchObject([{ event: 'folder-activity-not-saved' }]);
  save.mockImplementation(() => undefined as never);
  act();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(save).toHaveBeenCalledTimes(2);
  expect(faults).toHaveLength(1);
  stop();
});
