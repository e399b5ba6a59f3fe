import { ApiError, errorFromAnswer } from './api-error.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface RequestOptions {
  /** Parameters of the address; null and undefined ones are left out. */
  readonly query?: Readonly<Record<string, string | number | null | undefined>>;
  readonly body?: object;
  readonly signal?: AbortSignal;
}

export interface HttpClientOptions {
  /** Ends without a slash. */
  readonly base: string;
  /** Null in the desktop shell, whose main process adds the token itself. */
  readonly token: () => string | null;
  readonly fetch: typeof globalThis.fetch;
  /** Called once for each answer that says the token is not valid. */
  readonly onSignedOut: () => void;
}

export interface HttpClient {
  request<T>(method: Method, path: string, options?: RequestOptions): Promise<T>;
  /** An answer whose body is read as it comes, for the event stream. */
  open(path: string, signal: AbortSignal): Promise<Response>;
}

function addressOf(base: string, path: string, query: RequestOptions['query']): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== null && value !== undefined) parameters.set(name, String(value));
  }
  const search = parameters.toString();
  return `${base}/${path}${search ? `?${search}` : ''}`;
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw new ApiError('unreachable', 'The connection broke while the answer arrived.', { cause: error });
  }
}

export function createHttpClient(options: HttpClientOptions): HttpClient {
  async function send(address: string, init: RequestInit, accept: string): Promise<Response> {
    const headers = new Headers({ Accept: accept });
    const token = options.token();
    if (token !== null) headers.set('Authorization', `Token ${token}`);
    if (init.body !== undefined) headers.set('Content-Type', 'application/json');
    let response: Response;
    try {
      response = await options.fetch(address, { ...init, headers, credentials: 'omit' });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw new ApiError('unreachable', 'The service did not answer.', { cause: error });
    }
    if (response.ok) return response;
    const failure = errorFromAnswer(response.status, await readJson(response));
    if (failure.code === 'signed-out') options.onSignedOut();
    throw failure;
  }

  return {
    async request<T>(method: Method, path: string, { query, body, signal }: RequestOptions = {}): Promise<T> {
      const init: RequestInit = { method };
      if (body !== undefined) init.body = JSON.stringify(body);
      if (signal !== undefined) init.signal = signal;
      const response = await send(addressOf(options.base, path, query), init, 'application/json');
      const answer: T = await response.json();
      return answer;
    },
    open: (path, signal) => send(`${options.base}/${path}`, { signal }, 'text/event-stream'),
  };
}
