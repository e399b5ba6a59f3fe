import { type LocalRequest, type Method, searchOf } from '../../src-shared/local-call.ts';
import { ApiError, errorFromAnswer } from './api-error.ts';
import { t } from './messages.ts';
import type { Pulse } from './pulse.svelte.ts';

export interface RequestOptions extends Pick<LocalRequest, 'query' | 'body'> {
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
  /** Asks the user for the password, and sends it to the service; false when they decline. */
  readonly givePassword: () => Promise<boolean>;
  /** Notified of every read, which a healthy service answers at once. */
  readonly pulse?: Pulse;
}

export interface HttpClient {
  request<T>(method: Method, path: string, options?: RequestOptions): Promise<T>;
  /** An answer whose body is read as it arrives: the event stream, a picture. */
  open(path: string, signal: AbortSignal): Promise<Response>;
  /** The first bytes of a file at an address from the service; fewer when the file is shorter. */
  bytes(address: string, wanted: BytesRequest): Promise<Uint8Array<ArrayBuffer>>;
}

export interface BytesRequest {
  readonly limit: number;
  readonly signal: AbortSignal;
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw new ApiError('unreachable', t('answerBroke'), { cause: error });
  }
}

/** Reads up to a number of bytes and discards the rest: encrypted files are sent whole, whatever was asked for. */
async function readStart(response: Response, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  while (reader && length < limit) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value.subarray(0, limit - length));
    length += value.byteLength;
  }
  await reader?.cancel();
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

// An empty file has no first byte to ask for.
const NO_SUCH_RANGE = 416;

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
      throw new ApiError('unreachable', t('noAnswer'), { cause: error });
    }
    if (response.ok) return response;
    const failure = errorFromAnswer(response.status, await readJson(response));
    if (failure.code === 'signed-out') options.onSignedOut();
    throw failure;
  }

  /** Sends a request that was refused for lack of the password again, once that was given. */
  async function sendAsked(address: string, init: RequestInit): Promise<Response> {
    try {
      return await send(address, init, 'application/json');
    } catch (error) {
      const canGive =
        error instanceof ApiError && error.code === 'password-needed' && error.reason === 'again';
      if (!canGive || !(await options.givePassword())) throw error;
      return await send(address, init, 'application/json');
    }
  }

  return {
    async request<T>(method: Method, path: string, { query, body, signal }: RequestOptions = {}): Promise<T> {
      const init: RequestInit = { method };
      if (body !== undefined) init.body = JSON.stringify(body);
      if (signal !== undefined) init.signal = signal;
      const answered = method === 'GET' ? options.pulse?.ask() : undefined;
      try {
        const response = await sendAsked(`${options.base}/${path}${searchOf(query)}`, init);
        const answer: T = await response.json();
        return answer;
      } finally {
        answered?.();
      }
    },
    async bytes(address, { limit, signal }) {
      // The service also answers at the page's own origin, where the desktop shell lets content through.
      const { pathname, search } = new URL(address, window.location.href);
      try {
        const headers = { Range: `bytes=0-${limit - 1}` };
        const response = await options.fetch(pathname + search, { headers, signal, credentials: 'omit' });
        if (response.status === NO_SUCH_RANGE) return new Uint8Array();
        if (!response.ok) throw errorFromAnswer(response.status, await readJson(response));
        return await readStart(response, limit);
      } catch (error) {
        if (signal.aborted || error instanceof ApiError) throw error;
        throw new ApiError('unreachable', t('noContents'), { cause: error });
      }
    },
    open: (path, signal) => send(`${options.base}/${path}`, { signal }, 'text/event-stream, */*'),
  };
}
