import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Toasts } from '../../../src-renderer/ui/toasts.svelte.ts';

describe('Toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('leave after five seconds, or ten when there is something to undo', () => {
    const toasts = new Toasts();
    toasts.show({ title: 'Saved' });
    toasts.show({ title: 'Deleted', action: { label: 'Undo', run: vi.fn() } });
    vi.advanceTimersByTime(5_000);
    expect(toasts.all.map((toast) => toast.title)).toEqual(['Deleted']);
    vi.advanceTimersByTime(5_000);
    expect(toasts.all).toEqual([]);
  });

  it('stay while they are looked at', () => {
    const toasts = new Toasts();
    toasts.show({ title: 'Saved' });
    toasts.hold();
    vi.advanceTimersByTime(60_000);
    expect(toasts.all).toHaveLength(1);
    toasts.release();
    vi.advanceTimersByTime(5_000);
    expect(toasts.all).toEqual([]);
  });

  it('go on leaving after the one that was pointed at is gone', () => {
    const toasts = new Toasts();
    toasts.show({ title: 'a' });
    toasts.show({ title: 'b' });
    toasts.hold();
    toasts.dismiss(toasts.all[0]?.id ?? 0);
    vi.advanceTimersByTime(5_000);
    expect(toasts.all).toEqual([]);
  });

  it('are three at most, the newest last', () => {
    const toasts = new Toasts();
    for (const title of ['a', 'b', 'c', 'd']) toasts.show({ title });
    expect(toasts.all.map((toast) => toast.title)).toEqual(['b', 'c', 'd']);
  });

  it('say why something failed and what helps', () => {
    const toasts = new Toasts();
    toasts.fail('“a.txt” was not deleted.', { code: 'library-read-only', details: '' });
    expect(toasts.all[0]).toMatchObject({
      tone: 'bad',
      title: '“a.txt” was not deleted.',
      text: 'The library is read-only. Ask the owner of the library.',
    });
  });
});
