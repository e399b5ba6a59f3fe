import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { downloadResumably } from '../../../resources/launch/resumable-download.mjs';
import { temporaryDataFolder } from '../../support/disk-store.ts';
import { cutAfter, electronMirror } from '../../support/electron-mirror.ts';

const FILE = Buffer.from('0123456789');

let folder: ReturnType<typeof temporaryDataFolder>;
let mirror: Awaited<ReturnType<typeof electronMirror>>;
let part: string;

beforeEach(async () => {
  folder = temporaryDataFolder();
  part = join(folder.path, 'file.part');
  mirror = await electronMirror(FILE);
});
afterEach(() => {
  vi.useRealTimers();
  mirror.close();
  folder.remove();
});

describe('a download that is gone on with', () => {
  it('goes on for as long as something comes, a byte in 29 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const line = Promise.withResolvers<{ send: (at: number) => void }>();
    mirror.serveNext((response, rest) => {
      line.resolve({
        send: (at) => (at < rest.length ? response.write(rest.subarray(at, at + 1)) : response.end()),
      });
    });
    const done = downloadResumably(mirror.url, part, (bytes) => {
      vi.advanceTimersByTime(29_000);
      line.promise.then(({ send }) => send(bytes), expect.unreachable);
    });
    (await line.promise).send(0);
    await done;
    expect(readFileSync(part, 'utf8')).toBe('0123456789');
  });

  it('ends when nothing came for 30 seconds, and keeps what had come', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    writeFileSync(part, '0123');
    const asked = Promise.withResolvers<void>();
    mirror.serveNext(() => asked.resolve());
    const done = downloadResumably(mirror.url, part, () => undefined);
    await asked.promise;
    vi.advanceTimersByTime(30_000);
    await expect(done).rejects.toThrow('no byte came for 30 seconds');
    expect(readFileSync(part, 'utf8')).toBe('0123');
  });

  it('is begun anew by a server that cannot go on, and ends where that gets no further', async () => {
    writeFileSync(part, '01234');
    mirror.refuseRanges();
    mirror.serveNext(cutAfter(3, folder.path));
    await expect(downloadResumably(mirror.url, part, () => undefined)).rejects.toThrow();
    expect(readFileSync(part, 'utf8')).toBe('012');
    await downloadResumably(mirror.url, part, () => undefined);
    expect(readFileSync(part, 'utf8')).toBe('0123456789');
    expect(mirror.ranges).toEqual(['bytes=5-', 'bytes=3-']);
  });

  it('is complete when the server has nothing after the part', async () => {
    writeFileSync(part, FILE);
    await downloadResumably(mirror.url, part, () => undefined);
    expect(readFileSync(part, 'utf8')).toBe('0123456789');
  });

  it('forgets a part that is longer than the file', async () => {
    writeFileSync(part, '0123456789abc');
    await expect(downloadResumably(mirror.url, part, () => undefined)).rejects.toThrow(
      'the server answered 416',
    );
    await downloadResumably(mirror.url, part, () => undefined);
    expect(readFileSync(part, 'utf8')).toBe('0123456789');
  });
});
