import type { AnswerOf, ArgumentsOf, LocalCall } from '../../src-shared/local-api.ts';
import type { HttpClient, Method, RequestOptions } from './http-client.ts';

type Options = { readonly signal?: AbortSignal };
type Arguments<C extends LocalCall> =
  Record<never, never> extends ArgumentsOf<C>
    ? [said?: ArgumentsOf<C>, options?: Options]
    : [said: ArgumentsOf<C>, options?: Options];

/**
 * Makes a call of `src-shared/local-api.ts` by its method and address, with all that it takes in one object; null stands for
 * absent. Sources write a call out as it is declared, so that it is found, and knows what guards it:
 * `test/renderer/api/removing-calls.test.ts`.
 */
export type Call = <C extends LocalCall>(call: C, ...said: Arguments<C>) => Promise<AnswerOf<C>>;

export function createCall(http: HttpClient): Call {
  return (call, said = {} as never, options = {}) => {
    const [method, pattern = ''] = call.split(' ');
    const fields: Record<string, unknown> = { ...said };
    const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
      const value = String(fields[name]);
      delete fields[name];
      return encodeURIComponent(value);
    });
    const part = method === 'GET' || method === 'DELETE' ? 'query' : 'body';
    const request: RequestOptions = { ...options, [part]: fields };
    return http.request(method as Method, path, request);
  };
}
