import type { ServiceAddress } from '../forward-request.ts';

const ANSWERS_WITHIN_MS = 10_000;

/** Calls of `/api/local/v1/` that the shell makes for its menus, as the person at this computer. */
export interface LocalCalls {
  get<T>(path: string): Promise<T>;
  post(path: string, body?: object): Promise<void>;
}

/** @throws Error from each call while no service answers, and when it refuses */
export function createLocalCalls(address: () => ServiceAddress | null): LocalCalls {
  async function call(method: string, path: string, body?: object): Promise<Response> {
    const service = address();
    if (service === null) throw new Error('the service does not run');
    const response = await fetch(new URL(`/api/local/v1/${path}`, service.url), {
      method,
      headers: {
        authorization: `Token ${service.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    });
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}`);
    return response;
  }

  return {
    get: async <T>(path: string) => (await (await call('GET', path)).json()) as T,
    post: async (path, body) => {
      await (await call('POST', path, body)).arrayBuffer();
    },
  };
}
