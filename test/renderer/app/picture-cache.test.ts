import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../src-renderer/api/api-error.ts';
import { PictureCache } from '../../../src-renderer/app/picture-cache.ts';
import type { PictureFile } from '../../../src-renderer/ui/pictures.ts';

function file(id: string, isSecret = false): PictureFile {
  return { libraryId: 'lib', path: `/${id}.jpg`, commitId: null, id, bytes: 100, isSecret };
}

interface Asked {
  readonly path: string;
  readonly signal: AbortSignal;
  readonly answer: (bytes: number) => void;
  readonly refuse: (error: Error) => void;
}

/** A service that answers when it is told to. */
function service() {
  const asked: Asked[] = [];
  const thumbnail = (_: string, { path }: { path: string }, { signal }: { signal: AbortSignal }) =>
    new Promise<Blob>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      asked.push({
        path,
        signal,
        answer: (bytes) => resolve(new Blob([new Uint8Array(bytes)])),
        refuse: reject,
      });
    });
  const came = (count: number) => vi.waitFor(() => expect(asked).toHaveLength(count));
  return { asked, came, cache: new PictureCache({ thumbnail }) };
}

describe('small pictures', () => {
  it('that are scrolled past at once are not asked for at all', async () => {
    const { asked, came, cache } = service();
    cache.want(file('past'), 256, vi.fn())();
    cache.want(file('here'), 256, vi.fn());
    await came(1);
    expect(asked[0]?.path).toBe('/here.jpg');
  });

  it('are asked for at once by who opens a folder, and a moment later by who scrolls', () => {
    vi.useFakeTimers();
    try {
      const { asked, cache } = service();
      cache.want(file('first'), 256, vi.fn());
      vi.advanceTimersByTime(0);
      expect(asked.map(({ path }) => path)).toEqual(['/first.jpg']);
      cache.want(file('second'), 256, vi.fn());
      vi.advanceTimersByTime(49);
      expect(asked).toHaveLength(1);
      vi.advanceTimersByTime(1);
      expect(asked.map(({ path }) => path)).toEqual(['/first.jpg', '/second.jpg']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('are asked for four at a time, in their order', async () => {
    const { asked, came, cache } = service();
    const done = vi.fn();
    for (const id of ['a', 'b', 'c', 'd', 'e']) cache.want(file(id), 256, done);
    await came(4);
    expect(asked.map(({ path }) => path)).toEqual(['/a.jpg', '/b.jpg', '/c.jpg', '/d.jpg']);
    asked[1]?.answer(10);
    await vi.waitFor(() => expect(asked.at(-1)?.path).toBe('/e.jpg'));
    expect(done).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^blob:/));
  });

  it('that are scrolled away are not asked for, and the question for one on its way is broken off', async () => {
    const { asked, came, cache } = service();
    const cancel = ['a', 'b', 'c', 'd', 'e'].map((id) => cache.want(file(id), 256, vi.fn()));
    await came(4);
    cancel[4]?.();
    cancel[0]?.();
    expect(asked[0]?.signal.aborted).toBe(true);
    asked[1]?.answer(10);
    asked[2]?.answer(10);
    await vi.waitFor(() => expect(cache.known(file('c'), 256)).not.toBe(null));
    expect(asked).toHaveLength(4);
  });

  it('are asked for a few at a time where a hundred thousand come by, and only while they are in view', async () => {
    const { asked, cache } = service();
    let cancel = (): void => undefined;
    for (let at = 0; at < 100_000; at += 1) {
      cancel();
      cancel = cache.want(file(String(at)), 256, vi.fn());
      if (at % 10_000 === 0) await new Promise((resolve) => setTimeout(resolve));
    }
    await vi.waitFor(() => expect(asked.at(-1)?.path).toBe('/99999.jpg'));
    expect(asked.length).toBeLessThanOrEqual(11);
    expect(asked.filter(({ signal }) => !signal.aborted)).toHaveLength(1);
  });

  it('are asked for once, however many show them, and are known then', async () => {
    const { asked, came, cache } = service();
    const [one, other] = [vi.fn(), vi.fn()];
    const cancel = cache.want(file('a'), 64, one);
    cache.want(file('a'), 64, other);
    cancel();
    await came(1);
    asked[0]?.answer(10);
    await vi.waitFor(() => expect(other).toHaveBeenCalledOnce());
    expect(one).not.toHaveBeenCalled();
    expect(asked).toHaveLength(1);
    expect(cache.known(file('a'), 64)).toBe(other.mock.lastCall?.[0]);
    expect(cache.known(file('a'), 256)).toBe(null);
  });

  it('that cannot be made are not asked for again; others are', async () => {
    const { asked, came, cache } = service();
    cache.want(file('broken'), 64, vi.fn());
    await came(1);
    asked[0]?.refuse(new ApiError('argument-invalid', '', { reason: 'no-picture' }));
    cache.want(file('away'), 64, vi.fn());
    await came(2);
    asked[1]?.refuse(new ApiError('unreachable', ''));
    await vi.waitFor(() => {
      cache.want(file('away'), 64, vi.fn());
      expect(asked).toHaveLength(3);
    });
    cache.want(file('broken'), 64, vi.fn());
    expect(asked).toHaveLength(3);
  });

  it('wait a moment when the service has many to make', async () => {
    const { asked, came, cache } = service();
    const done = vi.fn();
    cache.want(file('a'), 64, done);
    await came(1);
    asked[0]?.refuse(new ApiError('busy', ''));
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    asked[1]?.answer(10);
    await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
  });

  it('of an encrypted library are not kept', async () => {
    const { asked, came, cache } = service();
    const done = vi.fn();
    cache.want(file('a', true), 64, done);
    await came(1);
    asked[0]?.answer(10);
    await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(cache.known(file('a', true), 64)).toBe(null);
  });

  it('are let go of when they need much memory, those used longest ago first', async () => {
    const { asked, cache } = service();
    for (const id of ['a', 'b', 'c']) {
      cache.want(file(id), 512, vi.fn());
      await vi.waitFor(() => expect(asked.at(-1)?.path).toBe(`/${id}.jpg`));
      asked.at(-1)?.answer(20_000_000);
      await vi.waitFor(() => expect(cache.known(file(id), 512)).not.toBe(null));
      cache.known(file('a'), 512);
    }
    expect(cache.known(file('b'), 512)).toBe(null);
    expect(cache.known(file('a'), 512)).not.toBe(null);
    cache.clear();
    expect(cache.known(file('a'), 512)).toBe(null);
  });
});
