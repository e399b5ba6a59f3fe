import type { AnswerOf, LocalCall } from '../../src-shared/local-api.ts';
import { requestOf, type Said } from '../../src-shared/local-call.ts';
import type { HttpClient } from './http-client.ts';

type Options = { readonly signal?: AbortSignal };

/**
 * Makes a call of `src-shared/local-api.ts` by its method and address, with all that it takes in one object; null stands for
 * absent. Sources write a call out as it is declared, so that it is found, and knows what guards it:
 * `test/renderer/api/removing-calls.test.ts`.
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
