import { SeafileAPI } from 'seafile-js';
import type { TestApp } from './running-app.ts';

/** What the server answered, a refusal too. */
export interface ClientOutcome {
  readonly status: number;
  readonly body: unknown;
}

/** Functions of seafile-js by name, and a record of which were called. */
export interface SeafileClient<Name extends string> {
  ask(name: Name, ...args: readonly unknown[]): Promise<ClientOutcome>;
}

interface ClientReply {
  readonly status: number;
  readonly data: unknown;
}

type ClientCall = (...args: readonly unknown[]) => Promise<ClientReply>;

/** Signs in as the client of web pages does: by name and password, with a request of its own. */
export async function signedInClient(app: TestApp, username: string, password: string): Promise<SeafileAPI> {
  const api = new SeafileAPI().init({ server: app.url, username, password });
  await api.login();
  return api;
}

/** The client of a user whose token exists already. */
export function clientWith(app: TestApp, token: string): SeafileAPI {
  return new SeafileAPI().init({ server: app.url, token });
}

/** Calls functions of the client for one person; `asked` collects their names. */
export function clientCalls<Name extends string>(api: SeafileAPI, asked: Set<string>): SeafileClient<Name> {
  return {
    ask: async (name, ...args) => {
      asked.add(name);
      const call: unknown = Reflect.get(api, name);
      if (!isCall(call)) throw new Error(`seafile-js has no ${name}`);
      try {
        const { status, data } = await call.apply(api, [...args]);
        return { status, body: data };
      } catch (error) {
        return refusalIn(error);
      }
    },
  };
}

function isCall(value: unknown): value is ClientCall {
  return typeof value === 'function';
}

/** @throws the error itself when no answer came */
function refusalIn(error: unknown): ClientOutcome {
  if (error instanceof Error && 'response' in error) {
    const { status, data } = error.response as ClientReply;
    return { status, body: data };
  }
  throw error;
}
