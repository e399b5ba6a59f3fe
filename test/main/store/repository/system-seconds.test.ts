import { expect, it, onTestFinished, vi } from 'vitest';
import { systemSeconds } from '../../../../src-main/store/repository/system-seconds.ts';

it('a second counts once it is over', () => {
  vi.useFakeTimers({ now: 1_700_000_000_999 });
  onTestFinished(() => void vi.useRealTimers());
  expect(systemSeconds()).toBe(1_700_000_000);
});
