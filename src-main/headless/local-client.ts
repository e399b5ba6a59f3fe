import type { LocalErrorJson } from '../../src-shared/headers.ts';
import { type AnswerOf, LOCAL_PREFIX, type LocalCall } from '../../src-shared/local-api.ts';
import { requestOf, type Said, searchOf } from '../../src-shared/local-call.ts';

/** A refusal by the running instance, in its own words. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Makes calls of `src-shared/local-api.ts` at the running instance; null stands for absent. */
export interface LocalClient {
  /** @throws ApiRefusal where the instance refuses */
  call<C extends LocalCall>(call: C, ...said: Said<C>): Promise<AnswerOf<C>>;
}

export function createLocalClient({ url, token }: { url: string; token: string }): LocalClient {
  return {
    async call(call, said = {} as never) {
      const { method, path, query, body } = requestOf(call, said);
      const response = await fetch(new URL(`${LOCAL_PREFIX}${path}${searchOf(query)}`, url), {
        method,
        headers: { Authorization: `Token ${token}`, 'Content-Type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const text = await response.text();
      if (!response.ok) throw refusalOf(response.status, text);
      return text === '' ? {} : JSON.parse(text);
    },
  };
}

function refusalOf(status: number, text: string): ApiRefusal {
  try {
    const json = JSON.parse(text) as Partial<LocalErrorJson> & { detail?: string };
    const words = json.error_msg ?? json.detail ?? text;
    return new ApiRefusal(status, json.error_code ?? String(status), words);
  } catch {
    return new ApiRefusal(status, String(status), text);
  }
}
