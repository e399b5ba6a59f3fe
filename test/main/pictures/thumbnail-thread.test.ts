import { describe, expect, it, onTestFinished } from 'vitest';
import { ThumbnailThread } from '../../../src-main/pictures/thumbnail-thread.ts';

/** Ends with its thread for an empty file; else answers how many files this thread has had, and how large this one is. */
const CODE = `
  const { parentPort } = require('node:worker_threads');
  let count = 0;
  parentPort.on('message', ({ bytes, size }) => {
    if (bytes.length === 0) throw new Error('hostile');
    count += 1;
    parentPort.postMessage(Uint8Array.of(count, bytes.length, size));
  });
`;

function startedThread() {
  const thread = new ThumbnailThread(
    new URL(
      `data:text/javascript,${encodeURIComponent(`
    import { createRequire } from 'node:module';
    const require = createRequire('file:///');
    ${CODE}`)}`,
    ),
  );
  onTestFinished(() => thread.end());
  return async (sizeBytes: number) => {
    const made = await thread.make({ bytes: new Uint8Array(sizeBytes), size: 8 });
    return made === null ? null : [...made];
  };
}

describe('the thread of thumbnails', () => {
  it('is one for all, and answers each by itself', async () => {
    const make = startedThread();
    expect(await Promise.all([make(3), make(5)])).toEqual([
      [1, 3, 8],
      [2, 5, 8],
    ]);
  });

  it('costs only the thumbnail that ended it, and begins anew with the next', async () => {
    const make = startedThread();
    expect(await Promise.all([make(3), make(0), make(5)])).toEqual([[1, 3, 8], null, [1, 5, 8]]);
  });
});
