import type { AnswerOf, LocalCall } from '../../src-shared/local-api.ts';
import { requestOf, type Said } from '../../src-shared/local-call.ts';
import type { HttpClient } from './http-client.ts';

type Options = { readonly signal?: AbortSignal };

/**
 * Makes a call of `src-shared/local-api.ts` by its method and address, with all its arguments in one object; null
 * stands for absent. Callers write method and address exactly as declared, so that a search finds every use, and so
 * does the test that guards calls which remove something: `test/renderer/api/removing-calls.test.ts`.
 */
export type Call = <C extends LocalCall>(
  call: C,
  ...said: Said<C, [options?: Options]>
) => Promise<AnswerOf<C>>;

export function createCall(http: HttpClient): Call {
  return (call, said = {} as never, options = {}) => {
    const { method, path, ...fields } = requestOf(call, said);
    return http.request(method, path, { ...options, ...fields });
  };
}
