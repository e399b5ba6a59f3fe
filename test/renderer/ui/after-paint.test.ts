import { expect, it, vi } from 'vitest';
import { afterPaint, startAfterPaint } from '../../../src-renderer/ui/after-paint.ts';

const painted = () => new Promise<void>((resolve) => void afterPaint(resolve));

it('starts once what is there was painted, and ends what it started', async () => {
  const end = vi.fn();
  const start = vi.fn(() => end);
  const stop = startAfterPaint(start);
  expect(start).not.toHaveBeenCalled();
  await painted();
  expect(start).toHaveBeenCalledTimes(1);
  expect(end).not.toHaveBeenCalled();
  stop();
  expect(end).toHaveBeenCalledTimes(1);
});

it('starts nothing that was ended before', async () => {
  const start = vi.fn(() => () => undefined);
  startAfterPaint(start)();
  await painted();
  expect(start).not.toHaveBeenCalled();
});
