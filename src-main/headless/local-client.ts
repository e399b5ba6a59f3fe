import type { LocalErrorJson } from '../../src-shared/headers.ts';

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

/** Calls `/api/local/v1/` of the running instance. */
export interface LocalClient {
  get<T>(path: string): Promise<T>;
  send<T>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<T>;
}

/** @throws ApiRefusal from each call that the instance refuses */
export function createLocalClient({ url, token }: { url: string; token: string }): LocalClient {
  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(new URL(`/api/local/v1/${path}`, url), {
      method,
      headers: {
        Authorization: `Token ${token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw refusalOf(response.status, text);
    return (text === '' ? {} : JSON.parse(text)) as T;
  }

  return {
    get: (path) => call('GET', path),
    send: (method, path, body) => call(method, path, body),
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
