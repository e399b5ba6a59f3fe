import { beforeAll, expect } from 'vitest';
import { adminCalls, outcome } from './admin-calls.ts';
import type { Answer, CallOptions, TestApp } from './running-app.ts';

export const EMPTY_ID = '0'.repeat(40);
export const FORTY_HEX: unknown = expect.stringMatching(/^[0-9a-f]{40}$/);

export const PERMISSION_DENIED = { status: 403, body: { error_msg: 'Permission denied.' } };

/** How most calls say that they know no such library. */
export function libraryNotFound(id: string): { status: number; body: unknown } {
  return { status: 404, body: { error_msg: `Library ${id} not found.` } };
}

/** Roles of people towards the libraries of a test, by API token. */
export interface Cast {
  /** ann@example.com: whose libraries the tests are about. */
  readonly owner: string;
  /** ben@example.com: has nothing to do with them. */
  readonly stranger: string;
  /** admin@example.com: administers the server. */
  readonly administrator: string;
  /** dora@example.com: administers the department. */
  readonly departmentAdmin: string;
  /** max@example.com: is in the department. */
  readonly departmentMember: string;
  /** Owner id of the department Office. */
  readonly department: string;
}

/** Adds the people before the tests of a file: a password derivation each. */
export function useCast(app: () => TestApp): () => Cast {
  let cast: Cast | null = null;
  beforeAll(async () => {
    const admin = adminCalls(app);
    const owner = await app().addUser('ann@example.com');
    const stranger = await app().addUser('ben@example.com');
    const departmentAdmin = await app().addUser('dora@example.com');
    const departmentMember = await app().addUser('max@example.com');
    const number = await admin.makeDepartment('Office', 'dora@example.com');
    await admin.call('POST', `groups/${number}/members/`, { form: { email: 'max@example.com' } });
    const administrator = app().adminToken;
    const department = `${number}@service_group`;
    cast = { owner, stranger, administrator, departmentAdmin, departmentMember, department };
  }, 30_000);
  return () => {
    if (cast === null) throw new Error('the cast is there only while tests run');
    return cast;
  };
}

export interface LibraryRow {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  readonly permission: string;
}

/** What `GET /api2/repos/{id}/` says, as far as tests look into it. */
export interface LibraryState {
  readonly name: string;
  readonly head_commit_id: string;
  readonly root: string;
  readonly permission: string;
  readonly mtime: number;
}

export interface HistoryRow {
  readonly commit_id: string;
  readonly description: string;
  readonly creator: string;
}

export interface TrashRow {
  readonly parent_dir: string;
  readonly obj_name: string;
  readonly commit_id: string;
}

/** What users of a test application ask when the asking itself is not what is tested: it must succeed. */
export function userCalls(app: () => TestApp) {
  const wellDone = async <T>(method: string, path: string, options: CallOptions): Promise<T> => {
    const answer = await app().call(method, path, options);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.json as T;
  };
  const v21 = '/api/v2.1/repos';

  return {
    /** Id of a new library. */
    /** Id of a new library; with a password, of an encrypted one. */
    makeLibrary: async (token: string, name: string, password?: string): Promise<string> => {
      const form = { name, ...(password === undefined ? {} : { passwd: password }) };
      return (await wellDone<{ repo_id: string }>('POST', '/api2/repos/', { token, form })).repo_id;
    },
    removeLibrary: (token: string, id: string) => wellDone('DELETE', `/api2/repos/${id}/`, { token }),
    libraries: (token: string, query = '') =>
      wellDone<LibraryRow[]>('GET', `/api2/repos/${query}`, { token }),
    state: (token: string, id: string) => wellDone<LibraryState>('GET', `/api2/repos/${id}/`, { token }),
    /** Newest first. */
    history: async (token: string, id: string): Promise<HistoryRow[]> =>
      (await wellDone<{ data: HistoryRow[] }>('GET', `${v21}/${id}/history/`, { token })).data,
    /** Newest deletion first; one page. */
    trash: async (token: string, id: string): Promise<TrashRow[]> =>
      (await wellDone<{ data: TrashRow[] }>('GET', `${v21}/${id}/trash/`, { token })).data,
    emptyTrash: (token: string, id: string) => wellDone('DELETE', `${v21}/${id}/trash/`, { token }),
    keepDays: async (token: string, id: string): Promise<number> => {
      const path = `/api2/repos/${id}/history-limit/`;
      return (await wellDone<{ keep_days: number }>('GET', path, { token })).keep_days;
    },
    setKeepDays: (token: string, id: string, days: number) =>
      wellDone('PUT', `/api2/repos/${id}/history-limit/`, { token, form: { keep_days: String(days) } }),
    giveAway: (token: string, id: string, owner: string) =>
      wellDone('PUT', `/api2/repos/${id}/owner/`, { token, form: { owner } }),
  };
}

/** Expects that a call refuses every client without a valid token. */
export async function expectTokenNeeded(app: TestApp, method: string, path: string): Promise<void> {
  const ask = async (headers: Record<string, string>) => outcome(await app.call(method, path, { headers }));
  expect(await ask({})).toEqual({
    status: 403,
    body: { detail: 'Authentication credentials were not provided.' },
  });
  expect(await ask({ Authorization: `Token ${'0'.repeat(40)}` })).toEqual({
    status: 401,
    body: { detail: 'Invalid token' },
  });
}

/** Expects that a path answers a method that it does not know with those that it does. */
export async function expectMethodRefused(
  app: TestApp,
  method: string,
  path: string,
  allowed: readonly string[],
): Promise<void> {
  const answer = await app.call(method, path, { token: app.adminToken });
  expect(outcome(answer)).toEqual({ status: 405, body: { detail: `Method "${method}" not allowed.` } });
  expect(answer.headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining([...allowed]));
}

/** Expects a refusal that tells a person something, and nothing about the inside. */
export function expectClearRefusal({ status, json, text }: Answer, wanted: number): void {
  expect({ status, text }).toEqual({ status: wanted, text });
  const words = typeof json === 'object' && json !== null ? Object.values(json).flat() : [];
  expect(words).toEqual([expect.stringMatching(/^[^\n]{5,300}$/)]);
}
