import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect } from 'vitest';
import { startApp } from '../../src-main/app/compose.ts';
import { watchAnswers } from './declared-answers.ts';
import { isDesktopService, type Running, startDesktopService } from './desktop-service.ts';

const ADMIN = { email: 'admin@example.com', password: 'admin-secret' };

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body parsed; undefined when it is no JSON. */
  // Contract tests compare it with literals, whatever it is.
  readonly json: unknown;
}

export interface CallOptions {
  /** API token; absent: none is sent. */
  readonly token?: string;
  /** Sent url-encoded. */
  readonly form?: Readonly<Record<string, string>>;
  /** Sent as multipart form data. */
  readonly multipart?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The composed application of a test file, with a data folder of its own, reached as any client reaches it. */
export interface TestApp {
  readonly url: string;
  readonly dataDir: string;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** An API token of the user. */
  signIn(email: string, password: string): Promise<string>;
  /** Adds a user with the password `secret-of-<email>` and gives its token. */
  addUser(email: string): Promise<string>;
  readonly adminToken: string;
  readonly running: Running;
}

const undeclared = watchAnswers();

/**
 * Starts the application before the tests of a file and stops it after them. Whatever it answered them must be as
 * declared.
 */
export function useApp(): () => TestApp {
  let app: (TestApp & { end: () => Promise<void> }) | null = null;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(async () => {
    await app?.end();
    expect([...new Set(undeclared)]).toEqual([]);
  });
  return () => {
    if (app === null) throw new Error('the application runs only while tests do');
    return app;
  };
}

async function startTestApp() {
  const dataDir = await mkdtemp(join(tmpdir(), 'keepfold-app-'));
  const running = await (isDesktopService ? startDesktopService(dataDir, ADMIN) : startHere(dataDir));
  const call = (method: string, path: string, options: CallOptions = {}) =>
    send(running.url, method, path, options);
  const signIn = async (username: string, password: string): Promise<string> => {
    const { json } = await call('POST', '/api2/auth-token/', { form: { username, password } });
    return (json as { token: string }).token;
  };
  /** The token that signing in gives, without the password derivation: it costs as much as many tests. */
  const tokenOf = async (email: string): Promise<string> => {
    const path = '/api/v2.1/admin/generate-user-auth-token/';
    const { json } = await call('POST', path, { token: running.token, form: { email } });
    return (json as { token: string }).token;
  };
  const adminToken = await tokenOf(ADMIN.email);
  return {
    url: running.url,
    dataDir,
    call,
    signIn,
    adminToken,
    running,
    addUser: async (email: string): Promise<string> => {
      const password = `secret-of-${email}`;
      await call('POST', '/api/v2.1/admin/users/', { token: adminToken, form: { email, password } });
      return tokenOf(email);
    },
    end: async (): Promise<void> => {
      await running.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function startHere(dataDir: string): Promise<Running> {
  return startApp({
    dataDir,
    host: '127.0.0.1',
    port: 0,
    uiDir: null,
    administrator: ADMIN,
    version: '0.0.0',
    passwordCost: { logN: 4, r: 8, p: 1 },
    logger: pino({ level: 'silent' }),
  });
}

async function send(url: string, method: string, path: string, options: CallOptions): Promise<Answer> {
  const response = await fetch(new URL(path, url), {
    method,
    redirect: 'manual',
    headers: {
      ...(options.token === undefined ? {} : { Authorization: `Token ${options.token}` }),
      ...(options.json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...options.headers,
    },
    ...bodyOf(options),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

function bodyOf({ form, multipart, json }: CallOptions): Pick<RequestInit, 'body'> {
  if (form !== undefined) return { body: new URLSearchParams(form) };
  if (json !== undefined) return { body: JSON.stringify(json) };
  if (multipart === undefined) return {};
  const body = new FormData();
  for (const [name, value] of Object.entries(multipart)) body.append(name, value);
  return { body };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
