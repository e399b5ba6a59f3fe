import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DoubleClickWait } from '../../../src-renderer/ui/double-click-wait.svelte.ts';

describe('what waits for a double click to be done', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('comes up half a second after the first click, however many follow', () => {
    const wait = new DoubleClickWait();
    vi.advanceTimersByTime(1_000);
    expect(wait.isOver).toBe(false);
    wait.begin();
    vi.advanceTimersByTime(300);
    wait.begin();
    vi.advanceTimersByTime(199);
    expect(wait.isOver).toBe(false);
    vi.advanceTimersByTime(1);
    expect(wait.isOver).toBe(true);
  });

  it('comes up at once for who asks for it, and where nothing is to be waited for', () => {
    const wait = new DoubleClickWait();
    wait.begin();
    wait.end();
    expect([wait.isOver, new DoubleClickWait(true).isOver]).toEqual([true, true]);
  });
});
