import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApi } from '../../../../src-renderer/api/api.ts';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import type { SendFiles, SendRequest } from '../../../../src-renderer/api/send-files.ts';
import { Uploads } from '../../../../src-renderer/features/files/uploads.svelte.ts';
import { NOTHING_UNDONE } from '../../../../src-renderer/format/removal.ts';
import { Toasts } from '../../../../src-renderer/ui/toasts.svelte.ts';
import { UndoStack } from '../../../../src-renderer/ui/undo.svelte.ts';
import { UNDONE_ITEMS } from '../../builders.ts';
import { answering } from '../../fake-http.ts';

const PLACE = { libraryId: 'lib', folder: '/in' };

function picked(name: string, relativeFolder = '', size = 3) {
  return { file: new File(['x'.repeat(size)], name), relativeFolder };
}

/** What Chromium does on reading a file that has changed on the disk since. */
function unreadable(name: string, error: string) {
  const reading = picked(name);
  const stream = () => new ReadableStream({ start: (piece) => piece.error(new DOMException('', error)) });
  Object.assign(reading.file, { stream });
  return reading;
}

const changed = (name: string) => unreadable(name, 'NotReadableError');
const gone = (name: string) => unreadable(name, 'NotFoundError');

/** @param existing paths that are taken. */
function uploading(existing: readonly string[], send: SendFiles) {
  const http = answering({
    'POST libraries/lib/items/existing/': {
      items: existing.map((path) => ({ path, kind: 'file', size: 1, mtime: 1 })),
    },
    'POST libraries/lib/upload-link/': { url: 'http://host/seafhttp/upload-aj/t' },
  });
  const toasts = new Toasts();
  const taken: unknown[] = [];
  const undo = new UndoStack({
    toasts,
    takeBack: async (commits) => {
      taken.push(commits);
      return UNDONE_ITEMS;
    },
    preview: async () => NOTHING_UNDONE,
    ...{ library: () => null, here: () => 'lib' },
  });
  return { uploads: new Uploads({ api: createApi(http), toasts, undo, send }), undo, taken, toasts };
}

const statesOf = ({ items }: Uploads) => items.map(({ file, state }) => `${file.name} ${state}`);

describe('uploads', () => {
  it('go in one request a folder, and are taken back by the commits they made', async () => {
    const sent: SendRequest[] = [];
    const { uploads, undo, taken } = uploading([], async (_url, request) => {
      sent.push(request);
      return `c${sent.length}`;
    });
    uploads.add(PLACE, [picked('a'), picked('deep', 'Trip/Italy'), picked('b')]);
    await vi.waitFor(() => expect(statesOf(uploads)).toEqual(['a done', 'deep done', 'b done']));
    expect(sent.map(({ relativeFolder, files }) => [relativeFolder, files.map(({ name }) => name)])).toEqual([
      ['', ['a', 'b']],
      ['Trip/Italy', ['deep']],
    ]);
    await vi.waitFor(() => expect(undo.undoLast()).toBe(true));
    await vi.waitFor(() => expect(taken).toHaveLength(1));
    expect(taken).toEqual([
      [
        { library_id: 'lib', commit_id: 'c1' },
        { library_id: 'lib', commit_id: 'c2' },
      ],
    ]);
    expect(undo.undoLast()).toBe(false);
  });

  it('ask about names that are taken, and do as they are told', async () => {
    const sent: [boolean, string[]][] = [];
    const { uploads } = uploading(['/in/a', '/in/b', '/in/c'], async (_url, { replace, files }) => {
      sent.push([replace, files.map(({ name }) => name)]);
      return 'c';
    });
    uploads.add(PLACE, [picked('a'), picked('b'), picked('c'), picked('d')]);
    await vi.waitFor(() =>
      expect(uploads.question?.clashes.map(({ name }) => name)).toEqual(['a', 'b', 'c']),
    );
    uploads.question?.answer(
      new Map([
        ['/in/a', 'skip'],
        ['/in/b', 'replace'],
        ['/in/c', 'keep-both'],
      ]),
    );
    await vi.waitFor(() => expect(statesOf(uploads)).toEqual(['b done', 'c done', 'd done']));
    expect(sent).toEqual([
      [true, ['b']],
      [false, ['c', 'd']],
    ]);
    expect(uploads.question).toBeNull();
  });

  it('that fail say why and can be tried again', async () => {
    let isFull = true;
    const { uploads } = uploading([], async () => {
      if (isFull) throw new ApiError('quota-exceeded', '');
      return 'c';
    });
    uploads.add(PLACE, [picked('a')]);
    await vi.waitFor(() => expect(statesOf(uploads)).toEqual(['a failed']));
    expect(uploads.items[0]?.problem?.code).toBe('quota-exceeded');
    isFull = false;
    uploads.retry(uploads.items);
    await vi.waitFor(() => expect(statesOf(uploads)).toEqual(['a done']));
  });

  it('are not begun for a library that takes none, which is told', async () => {
    const { uploads, toasts } = uploading([], async () => 'c');
    uploads.add(PLACE, [picked('a')], 'library-locked');
    expect(statesOf(uploads)).toEqual([]);
    expect(toasts.all).toMatchObject([
      {
        title: 'Nothing was uploaded.',
        text: 'The library is encrypted. Unlock it with its password, then try again.',
      },
    ]);
  });

  it('offer to take back what came in where they are listed, and no message says it again', async () => {
    const { uploads, undo, taken, toasts } = uploading([], async () => 'c');
    uploads.add(PLACE, [picked('a')]);
    await vi.waitFor(() => expect(uploads.undo).not.toBeNull());
    expect(toasts.all).toEqual([]);
    uploads.undo?.take();
    await vi.waitFor(() => expect(taken).toHaveLength(1));
    expect(uploads.undo).toBeNull();
    expect(undo.undoLast()).toBe(false);
  });

  it('fold to a line five seconds after all went well, but not while somebody looks or something failed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { uploads } = uploading([], async () => 'c');
      uploads.add(PLACE, [picked('a')]);
      await vi.waitFor(() => expect(uploads.undo).not.toBeNull());
      vi.advanceTimersByTime(4_900);
      expect(uploads.isFolded).toBe(false);
      uploads.unfold();
      vi.advanceTimersByTime(10_000);
      expect(uploads.isFolded).toBe(false);
      uploads.foldSoon();
      vi.advanceTimersByTime(5_000);
      expect(uploads.isFolded).toBe(true);
      uploads.add(PLACE, [changed('b')]);
      await vi.waitFor(() => expect(uploads.isFolded).toBe(false));
      await vi.waitFor(() => expect(statesOf(uploads)).toEqual(['b failed']));
      uploads.foldSoon();
      vi.advanceTimersByTime(10_000);
      expect(uploads.isFolded).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  it('tell a file that changed on its way as failed, and never send what it was again', async () => {
    const sent: string[][] = [];
    const { uploads, toasts } = uploading([], async (_url, { files }) => {
      sent.push(files.map(({ name }) => name));
      return 'c';
    });
    uploads.add(PLACE, [picked('a'), changed('saved meanwhile'), gone('moved away since')]);
    await vi.waitFor(() =>
      expect(statesOf(uploads)).toEqual(['a done', 'saved meanwhile failed', 'moved away since done']),
    );
    expect(uploads.items[1]?.problem?.code).toBe('file-changed');
    expect(toasts.all).toMatchObject([
      {
        title: 'One file changed before the upload finished.',
        text: 'The file has changed since you chose it. Choose it again: the copy in the library may mix both versions.',
      },
    ]);
    uploads.retry(uploads.items);
    expect(statesOf(uploads)).toContain('saved meanwhile failed');
    expect(sent).toHaveLength(1);
  });

  it('that a browser broke off say which file changed, and send the others anew when they are told to', async () => {
    const sent: string[][] = [];
    const { uploads, toasts } = uploading([], async (_url, { files }) => {
      sent.push(files.map(({ name }) => name));
      if (sent.length === 1) throw new ApiError('unreachable', '');
      return 'c';
    });
    uploads.add(PLACE, [picked('a'), changed('saved meanwhile')]);
    await vi.waitFor(() => expect(statesOf(uploads)).toEqual(['a failed', 'saved meanwhile failed']));
    expect(uploads.items.map(({ problem }) => problem?.code)).toEqual(['unreachable', 'file-changed']);
    expect(toasts.all).toEqual([]);
    uploads.retry(uploads.items);
    await vi.waitFor(() => expect(statesOf(uploads)).toEqual(['a done', 'saved meanwhile failed']));
    expect(sent).toEqual([['a', 'saved meanwhile'], ['a']]);
  });

  it('wait for a service that takes files of too many others, and can be cancelled meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const sent: string[][] = [];
    const { uploads } = uploading([], async (_url, { files }) => {
      sent.push(files.map(({ name }) => name));
      if (sent.length < 3) throw new ApiError('busy', '');
      return 'c';
    });
    uploads.add(PLACE, [picked('a'), picked('b')]);
    await vi.advanceTimersByTimeAsync(100);
    expect(statesOf(uploads)).toEqual(['a waiting', 'b waiting']);
    const [first] = uploads.items;
    if (first) uploads.cancel(first);
    await vi.advanceTimersByTimeAsync(5_000);
    expect([sent, uploads.isBusy]).toEqual([[['a', 'b'], ['b']], true]);
    await vi.advanceTimersByTimeAsync(5_000);
    // A file is read before it is sent, which takes an unknown time.
    await vi.waitFor(() => expect(statesOf(uploads)).toEqual(['a canceled', 'b done']));
  });

  it('lose one file that is cancelled, and send the others of its request anew', async () => {
    const sent: string[][] = [];
    const { uploads } = uploading([], (_url, { files }, { signal, onprogress }) => {
      sent.push(files.map(({ name }) => name));
      onprogress(4);
      if (sent.length > 1) return Promise.resolve('c');
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
    });
    uploads.add(PLACE, [picked('a'), picked('b')]);
    await vi.waitFor(() => expect(uploads.items.map(({ sentBytes }) => sentBytes)).toEqual([3, 1]));
    const [first] = uploads.items;
    if (first) uploads.cancel(first);
    await vi.waitFor(() => expect(statesOf(uploads)).toEqual(['a canceled', 'b done']));
    expect(sent).toEqual([['a', 'b'], ['b']]);
  });

  it('are left alone when nobody wants to decide', async () => {
    const { uploads } = uploading(['/in/a'], async () => 'c');
    uploads.add(PLACE, [picked('a')]);
    await vi.waitFor(() => expect(uploads.question).not.toBeNull());
    uploads.question?.answer(null);
    await vi.waitFor(() => expect(uploads.question).toBeNull());
    expect(uploads.items).toEqual([]);
  });
});
