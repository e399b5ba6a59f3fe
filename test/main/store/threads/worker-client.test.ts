import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { WorkerClient, WorkerPool } from '../../../../src-main/store/threads/worker-client.ts';
import { temporaryDataFolder } from '../../../support/disk-store.ts';

interface Request {
  readonly say?: string;
  readonly bytes?: Uint8Array;
  /** It answers when all that was asked of it before has been answered. */
  readonly isLast?: boolean;
  readonly ends?: boolean;
}
interface Reply {
  readonly said: string;
  readonly thread: number;
  readonly lengthBytes: number;
}

/** Says what it is told, in the reverse order until it is told that this was the last. */
const ECHO = `
  import { parentPort, threadId, workerData } from 'node:worker_threads';
  const held = [];
  parentPort.on('message', ({ number, say = '', bytes, isLast = true, ends = false }) => {
    if (ends) throw new Error('it was told to end');
    held.unshift({ number, said: workerData + say, thread: threadId, lengthBytes: bytes?.length ?? 0 });
    if (isLast) for (const reply of held.splice(0)) parentPort.postMessage(reply);
  });`;

function echo() {
  const folder = temporaryDataFolder();
  onTestFinished(folder.remove);
  const path = join(folder.path, 'thread.mjs');
  writeFileSync(path, ECHO);
  return { code: pathToFileURL(path), purpose: 'echoes', workerData: 'said: ' };
}

function client(options = {}): WorkerClient<Request, Reply> {
  const made = new WorkerClient<Request, Reply>({ ...echo(), ...options });
  onTestFinished(() => made.end());
  return made;
}

it('a thread is there from the first request on, and each request gets its own answer', async () => {
  const thread = client();
  expect([thread.isRunning, thread.waiting]).toEqual([false, 0]);
  const asked = ['one', 'two', 'three'].map((say) => thread.ask({ say, isLast: say === 'three' }));
  expect([thread.isRunning, thread.waiting]).toEqual([true, 3]);
  expect((await Promise.all(asked)).map(({ said }) => said)).toEqual([
    'said: one',
    'said: two',
    'said: three',
  ]);
  expect(thread.waiting).toBe(0);
});

it('memory that is handed over is the thread’s', async () => {
  const bytes = new Uint8Array(5);
  const reply = await client().ask({ bytes }, [bytes.buffer]);
  expect([reply.lengthBytes, bytes.length]).toEqual([5, 0]);
});

it('what a thread had when it ended is refused, with the reason, and the next request gets another one', async () => {
  const thread = client();
  const { thread: first } = await thread.ask({});
  const lost = [thread.ask({ say: 'held', isLast: false }), thread.ask({ ends: true })];
  for (const one of await Promise.allSettled(lost))
    expect(one).toMatchObject({
      ...{ status: 'rejected', reason: { message: 'The thread that echoes ended.' } },
    });
  const cause = await lost[1]?.catch((error: Error) => error.cause);
  expect(cause).toMatchObject({ message: 'it was told to end' });
  expect((await thread.ask({})).thread).not.toBe(first);
});

it('a request that comes while a thread ends is for the next one', async () => {
  const thread = client();
  const held = thread.ask({ say: 'held', isLast: false }).catch((error: Error) => error.message);
  const ended = thread.end();
  const next = thread.ask({ say: 'next', isLast: false });
  await ended;
  await thread.ask({});
  expect([await held, (await next).said]).toEqual(['The thread that echoes ended.', 'said: next']);
});

it('a thread that has had nothing to do for ten seconds is ended, after its owner was told', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const told: boolean[] = [];
  const thread: WorkerClient<Request, Reply> = client({ onIdle: () => told.push(thread.isRunning) });
  await thread.ask({});
  vi.advanceTimersByTime(9_999);
  await thread.ask({});
  vi.advanceTimersByTime(9_999);
  expect([thread.isRunning, told]).toEqual([true, []]);
  vi.advanceTimersByTime(1);
  expect([thread.isRunning, told]).toEqual([false, [true]]);
});

it('a pool starts a thread only when those that run have something to do', async () => {
  const pool = new WorkerPool<Request, Reply>(2, echo());
  onTestFinished(() => pool.end());
  expect(pool.isRunning).toBe(false);
  const first = await pool.ask({});
  expect((await pool.ask({})).thread).toBe(first.thread);
  const both = await Promise.all([pool.ask({}), pool.ask({})]);
  expect(new Set(both.map(({ thread }) => thread)).size).toBe(2);
  await pool.end();
  expect(pool.isRunning).toBe(false);
});
