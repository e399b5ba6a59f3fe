import { ApiError } from '../../src-renderer/api/api-error.ts';
import type { HttpClient, Method, RequestOptions } from '../../src-renderer/api/http-client.ts';

/** A client that gives canned answers by `METHOD path` and notes what it was asked; an error as answer is thrown. */
export function answering(answers: Readonly<Record<string, unknown>>) {
  const calls: { call: string; body: object | undefined }[] = [];
  const client: HttpClient = {
    async request<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
      const call = `${method} ${path}`;
      calls.push({ call, body: options.body });
      if (!(call in answers)) throw new ApiError('unexpected', `no answer for ${call}`);
      const answer = answers[call];
      if (answer instanceof Error) throw answer;
      return JSON.parse(JSON.stringify(answer));
    },
    open: () => Promise.reject(new ApiError('unreachable', 'no stream')),
  };
  return { ...client, calls };
}
