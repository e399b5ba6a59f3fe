import { ApiError } from '../../src-renderer/api/api-error.ts';
import type { HttpClient, RequestOptions } from '../../src-renderer/api/http-client.ts';
import type { ServerEvent } from '../../src-shared/events.ts';
import type { Method } from '../../src-shared/local-call.ts';

/**
 * A client that gives canned answers by `METHOD path` and notes what it was asked; an error as answer is thrown, a
 * function is asked for the answer. `say` sends an event to those who read the stream.
 */
export function answering(answers: Readonly<Record<string, unknown>>) {
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const calls: { call: string; body: object | undefined }[] = [];
  const client: HttpClient = {
    async request<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
      const call = `${method} ${path}`;
      calls.push({ call, body: options.body });
      if (!(call in answers)) throw new ApiError('unexpected', `no answer for ${call}`);
      const canned = answers[call];
      const answer: unknown = typeof canned === 'function' ? await canned(options) : canned;
      if (answer instanceof Error) throw answer;
      return JSON.parse(JSON.stringify(answer));
    },
    async bytes(address, { limit }) {
      const call = `bytes ${address}`;
      calls.push({ call, body: undefined });
      const content = answers[call];
      if (typeof content !== 'string') throw new ApiError('unexpected', `no answer for ${call}`);
      return new TextEncoder().encode(content).slice(0, limit);
    },
    async open(): Promise<Response> {
      let own: ReadableStreamDefaultController<Uint8Array> | undefined;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          own = controller;
          streams.add(controller);
        },
        cancel() {
          if (own) streams.delete(own);
        },
      });
      return new Response(body);
    },
  };
  function say(event: ServerEvent): void {
    const bytes = new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`);
    for (const stream of streams) stream.enqueue(bytes);
  }

  return { ...client, calls, say };
}
