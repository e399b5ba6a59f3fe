import { expect } from 'vitest';
import type { Answer, CallOptions, TestApp } from './running-app.ts';

const ADMIN_PATH = '/api/v2.1/admin/';

/** Well-formed, and never given to anything. */
export const UNKNOWN_LIBRARY = '00000000-0000-4000-8000-000000000000';

/** What looks like the id of a library but names no route. */
export const MALFORMED_LIBRARY_IDS = [
  'x',
  '00000000-0000-4000-8000-00000000000',
  '00000000-0000-4000-8000-0000000000000',
  '00000000000040008000000000000000',
  'AAAAAAAA-0000-4000-8000-000000000000',
  '%7B00000000-0000-4000-8000-000000000000%7D',
  'g0000000-0000-4000-8000-000000000000',
];

export const NOT_FOUND = { detail: 'Not found.' };
/** How a field is refused that is no text: by the handler's words for its value, or because nothing could be read. */
export const unreadable = (field: string): unknown =>
  expect.toBeOneOf([{ error_msg: `${field} invalid.` }, { detail: expect.stringMatching(/\w/) }]);

export const A_TIMESTAMP: unknown = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
export const A_LIBRARY_ID: unknown = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
);

/** An administrator's record of a library, as far as tests look into it. */
export interface LibraryRecord {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  readonly size: number;
  readonly file_count: number;
  readonly status: string;
  readonly last_modified: string;
}

/** The whole record of a library of a user: an empty one, but for what is said. Written out in `library-get.test.ts`. */
export function recordOf(id: unknown, name: string, owner: string, more: object = {}): object {
  return {
    ...{ id, name, owner, owner_email: owner, owner_name: owner.split('@')[0], owner_contact_email: owner },
    ...{ size: 0, size_formatted: '0\u00a0bytes', encrypted: false, file_count: 0 },
    ...{ status: 'normal', last_modified: A_TIMESTAMP },
    ...more,
  };
}

/** What of such a record is otherwise where a department owns the library. */
export function ofDepartment(name: string): object {
  return { owner_name: name, owner_contact_email: '', group_name: name };
}

/** What the administrator of a test application asks, and gets. */
export function adminCalls(app: () => TestApp) {
  const call = (method: string, path: string, options: CallOptions = {}): Promise<Answer> =>
    app().call(method, ADMIN_PATH + path, { token: app().adminToken, ...options });

  /** Like `call`, but must succeed. */
  const wellDone = async <T>(method: string, path: string, form?: Record<string, string>): Promise<T> => {
    const answer = await call(method, path, form === undefined ? {} : { form });
    if (answer.status !== 200 && answer.status !== 201)
      throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.json as T;
  };

  return {
    call,

    /** Id of a new library; of the administrator unless another owner is named. */
    makeLibrary: async (name: string, owner?: string): Promise<string> => {
      const form = owner === undefined ? { name } : { name, owner };
      return (await wellDone<LibraryRecord>('POST', 'libraries/', form)).id;
    },
    /** Id of a new library whose content only its password opens. */
    makeEncryptedLibrary: async (name: string): Promise<string> => {
      const form = { name, passwd: 'library-secret' };
      const made = await app().call('POST', '/api2/repos/', { token: app().adminToken, form });
      return (made.json as { repo_id: string }).repo_id;
    },
    /** A token that opens this library of the administrator, and nothing else. */
    libraryToken: async (id: string): Promise<string> => {
      const options = { token: app().adminToken, form: { app_name: 'script' } };
      const made = await app().call('POST', `/api/v2.1/repos/${id}/repo-api-tokens/`, options);
      return (made.json as { api_token: string }).api_token;
    },
    library: (id: string) => wellDone<LibraryRecord>('GET', `libraries/${id}/`),
    allLibraries: async (): Promise<LibraryRecord[]> =>
      (await wellDone<{ repos: LibraryRecord[] }>('GET', 'libraries/?per_page=1000')).repos,
    update: (id: string, form: Record<string, string>) =>
      wellDone<LibraryRecord>('PUT', `libraries/${id}/`, form),
    deleteLibrary: (id: string) => wellDone('DELETE', `libraries/${id}/`),
    deletedIds: async (): Promise<string[]> => {
      const { repos } = await wellDone<{ repos: { id: string }[] }>('GET', 'trash-libraries/?per_page=1000');
      return repos.map(({ id }) => id);
    },
    /** Number of a new department; its owner id is `<number>@service_group`. */
    makeDepartment: async (name: string, adminEmail?: string): Promise<number> => {
      const first = adminEmail === undefined ? {} : { group_owner: adminEmail };
      const form = { group_name: name, parent_group: '-1', ...first };
      return (await wellDone<{ id: number }>('POST', 'address-book/groups/', form)).id;
    },
    /** Number of a new group that is no department. */
    makeGroup: async (name: string): Promise<number> =>
      (await wellDone<{ id: number }>('POST', 'groups/', { group_name: name })).id,
    makeFolder: (id: string, parent: string, name: string) =>
      wellDone('POST', `libraries/${id}/dirents/?parent_dir=${encodeURIComponent(parent)}`, {
        obj_name: name,
      }),
    /** Names in a folder of a library, as listed. */
    namesIn: async (id: string, parent: string): Promise<string[]> => {
      const path = `libraries/${id}/dirents/?parent_dir=${encodeURIComponent(parent)}`;
      const { dirent_list: rows } = await wellDone<{ dirent_list: { obj_name: string }[] }>('GET', path);
      return rows.map(({ obj_name: name }) => name);
    },
  };
}

/** Status and body of a call: what most expectations are about. */
export function outcome({ status, json }: Answer): { status: number; body: unknown } {
  return { status, body: json };
}
