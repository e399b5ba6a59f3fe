import type { ArgumentsOf, LocalCall } from './local-api.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The parameters after a call's address: its arguments, optional if all of them are, and then `More`. */
export type Said<C extends LocalCall, More extends readonly unknown[] = []> =
  Record<never, never> extends ArgumentsOf<C>
    ? [said?: ArgumentsOf<C>, ...more: More]
    : [said: ArgumentsOf<C>, ...more: More];

/** A call as an HTTP request: arguments that are not in its address are in the query or the body. */
export interface LocalRequest {
  readonly method: Method;
  /** Below the prefix, without the query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** The request that makes a call of `local-api.ts`, which declares what `said` holds. */
export function requestOf(call: LocalCall, said: object = {}): LocalRequest {
  const [method, pattern = ''] = call.split(' ') as [Method, string];
  const fields: Record<string, unknown> = { ...said };
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(fields[name]);
    delete fields[name];
    return encodeURIComponent(value);
  });
  return { method, path, [method === 'GET' || method === 'DELETE' ? 'query' : 'body']: fields };
}

/** The query string after a path: empty, or with its question mark. Null and undefined are left out. */
export function searchOf(query: LocalRequest['query'] = {}): string {
  const set = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  const parameters = set.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return parameters.length === 0 ? '' : `?${parameters.join('&')}`;
}
