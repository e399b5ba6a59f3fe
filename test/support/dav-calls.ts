import type { TestApp } from './running-app.ts';

export const DAV_ADMIN = { login: 'admin@example.com', password: 'admin-secret' };

/** Name and password of a user that `addUser` made. */
export function davUser(email: string): DavPerson {
  return { login: email, password: `secret-of-${email}` };
}

export interface DavPerson {
  readonly login: string;
  readonly password: string;
}

export interface DavOptions {
  /** Absent: the administrator; null: no user. */
  readonly as?: DavPerson | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

export interface DavAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Makes requests to the drive; paths are as they go over the wire. */
export function davCalls(app: () => TestApp) {
  async function dav(
    method: string,
    path: string,
    { as = DAV_ADMIN, headers, body }: DavOptions = {},
  ): Promise<DavAnswer> {
    const signedIn = as === null ? {} : { Authorization: basicOf(as) };
    const response = await fetch(app().url + path, {
      method,
      headers: { ...signedIn, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /** The addresses that a listing names. */
  async function list(path: string, as: DavPerson = DAV_ADMIN): Promise<string[]> {
    const { text } = await dav('PROPFIND', path, { as, headers: { Depth: '1' } });
    return [...text.matchAll(/<D:href>([^<]*)<\/D:href><D:propstat>/g)].map(([, href = '']) => href);
  }

  return { dav, list, statusOf: async (...call: Parameters<typeof dav>) => (await dav(...call)).status };
}

export function basicOf({ login, password }: DavPerson): string {
  return `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
}

export const LOCK_INFO = lockInfo('exclusive');

export function lockInfo(scope: 'exclusive' | 'shared', owner = 'somebody'): string {
  return (
    `<?xml version="1.0"?><D:lockinfo xmlns:D="DAV:"><D:lockscope><D:${scope}/></D:lockscope>` +
    `<D:locktype><D:write/></D:locktype><D:owner>${owner}</D:owner></D:lockinfo>`
  );
}

export function askFor(...elements: readonly string[]): string {
  return `<D:propfind xmlns:D="DAV:"><D:prop>${elements.join('')}</D:prop></D:propfind>`;
}
