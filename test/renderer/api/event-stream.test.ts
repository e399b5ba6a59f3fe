import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from '../../../src-renderer/api/api-error.ts';
import { createSseParser, EventStream } from '../../../src-renderer/api/event-stream.svelte.ts';
import { answering } from '../fake-http.ts';

type Stream = ReadableStreamDefaultController<Uint8Array>;

/** A stream whose service is played by the test. */
function played(open: (signal: AbortSignal) => Promise<Response>) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const events = new EventStream({ ...answering({}), open: (_path, signal) => open(signal) });
  onTestFinished(events.start());
  return events;
}

/** An open answer; it ends when its reader gives up, as in a browser. */
function streamFor(signal: AbortSignal, onOpen: (stream: Stream) => void): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      onOpen(controller);
      signal.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
  return new Response(body);
}

const never = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('the stream of events', () => {
  it('is lost as soon as nobody answers any more', async () => {
    let isThere = true;
    let stream: Stream | undefined;
    const events = played(async (signal) => {
      if (!isThere) throw new ApiError('unreachable', 'refused');
      return streamFor(signal, (opened) => {
        stream = opened;
      });
    });
    await vi.advanceTimersByTimeAsync(1);
    expect(events.connection).toBe('open');
    isThere = false;
    stream?.close();
    await vi.advanceTimersByTimeAsync(600);
    expect([events.connection, events.isSilent]).toEqual(['lost', false]);
    isThere = true;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(events.connection).toBe('open');
  });

  it('stays when it is only opened anew', async () => {
    const streams: Stream[] = [];
    const events = played(async (signal) => streamFor(signal, (stream) => streams.push(stream)));
    await vi.advanceTimersByTimeAsync(1);
    streams[0]?.close();
    await vi.advanceTimersByTimeAsync(100);
    expect(events.connection).toBe('open');
    await vi.advanceTimersByTimeAsync(500);
    expect([streams.length, events.connection]).toEqual([2, 'open']);
  });

  it('is late after eight seconds without a sign of life, silent after twelve, and back with the first', async () => {
    let hangs = false;
    let stream: Stream | undefined;
    const events = played((signal) => {
      if (hangs) return never(signal);
      return Promise.resolve(
        streamFor(signal, (opened) => {
          stream = opened;
        }),
      );
    });
    await vi.advanceTimersByTimeAsync(1);
    for (let sign = 0; sign < 4; sign++) {
      await vi.advanceTimersByTimeAsync(5_000);
      stream?.enqueue(new TextEncoder().encode(': still here\n\n'));
    }
    await vi.advanceTimersByTimeAsync(1);
    expect(events.connection).toBe('open');
    const heard = events.heardAtSeconds;
    hangs = true;
    await vi.advanceTimersByTimeAsync(6_500);
    expect([events.connection, events.isLate]).toEqual(['open', false]);
    await vi.advanceTimersByTimeAsync(1_500);
    expect([events.connection, events.isLate]).toEqual(['open', true]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect([events.connection, events.isSilent, events.heardAtSeconds]).toEqual(['lost', true, heard]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([events.connection, events.isSilent]).toEqual(['lost', true]);
    hangs = false;
    for (let second = 0; second < 18 && events.isSilent; second++) await vi.advanceTimersByTimeAsync(1_000);
    expect([events.connection, events.isSilent, events.isLate]).toEqual(['open', false, false]);
  });

  it('is silent too when a page came and was never answered', async () => {
    const events = played(never);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(events.connection).toBe('connecting');
    await vi.advanceTimersByTimeAsync(2_000);
    expect([events.connection, events.isSilent, events.heardAtSeconds]).toEqual(['lost', true, 0]);
  });
});

function parsed(...pieces: string[]): string[] {
  const events: string[] = [];
  const parse = createSseParser((data) => events.push(data));
  for (const piece of pieces) parse(piece);
  return events;
}

describe('the reader of server-sent events', () => {
  it('joins an event that arrives in pieces', () => {
    expect(parsed('da', 'ta: {"type"', ':"folders"}\n', '\n')).toEqual(['{"type":"folders"}']);
  });

  it('reads several events and leaves comments out', () => {
    expect(parsed(': ping\n\ndata: 1\n\nevent: x\ndata: 2\n\n')).toEqual(['1', '2']);
  });

  it('understands line ends of every kind', () => {
    expect(parsed('data: 1\r\n\r\ndata: 2\n\n')).toEqual(['1', '2']);
  });

  it('joins the lines of one event', () => {
    expect(parsed('data: a\ndata: b\n\n')).toEqual(['a\nb']);
  });

  it('gives up on something that never ends', () => {
    expect(() => parsed('x'.repeat(1_000_001))).toThrow('too long');
  });
});
