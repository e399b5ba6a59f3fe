import { rmSync } from 'node:fs';
import { createLocalClient, type LocalClient } from '../../src-main/headless/local-client.ts';
import { other } from './other.ts';
import { until } from './until.ts';
import { onThisMachine, startScript, type WindowsProgram } from './windows-program.ts';

/** Most tests share this one and its server. */
export const DATA = 'C:\\users\\wine\\keepfold data';

/** As `serveApp` has it, so that a data folder may go from one system to the other. */
const OWNER = { KEEPFOLD_ADMIN_EMAIL: 'admin@example.com', KEEPFOLD_ADMIN_PASSWORD: 'admin-secret' };

let shared: Promise<ServerOnWindows> | null = null;

/** The built server, run by Windows' own Node. */
export class ServerOnWindows {
  readonly url: string;
  /** The owner's. */
  readonly token: string;
  readonly pid: number;
  readonly client: LocalClient;
  readonly #program: WindowsProgram;

  private constructor(program: WindowsProgram, ready: { url: string; pid: number }, token: string) {
    this.#program = program;
    this.url = ready.url;
    this.pid = ready.pid;
    this.token = token;
    this.client = createLocalClient({ url: ready.url, token });
  }

  static async start(dataDir: string): Promise<ServerOnWindows> {
    const program = startServer(dataDir);
    const line = await until('the server is ready', () => {
      if (program.hasEnded()) throw new Error(`the server ended: ${program.errors()}`);
      return /^\{"event":"ready".*\}/m.exec(program.output())?.[0];
    });
    const ready = JSON.parse(line) as { url: string; pid: number };
    return new ServerOnWindows(program, ready, await apiToken(ready.url));
  }

  /** What it has said on standard error. */
  errors(): string {
    return this.#program.errors();
  }

  get ended(): Promise<number | null> {
    return this.#program.ended;
  }

  /** Ends it at once, as Windows ends programs. No handler of signals runs. */
  async end(): Promise<void> {
    await other('end', this.pid);
    await this.#program.ended;
  }

  /** Calls the compatible interface. The text of the answer. @throws Error for anything but a success */
  async call(method: string, path: string, body?: URLSearchParams | FormData): Promise<string> {
    const headers = { Authorization: `Token ${this.token}` };
    const request = { method, headers, ...(body === undefined ? {} : { body }) };
    const response = await fetch(new URL(path, this.url), request);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text;
  }
}

/** A start that nobody waits for. */
export function startServer(dataDir: string, options: readonly string[] = ['--port', '0']): WindowsProgram {
  return startScript('out/main/serve.js', ['--data-dir', dataDir, ...options], OWNER);
}

/** The server on `DATA`, started with a new data folder when it is first asked for. */
export function sharedServer(): Promise<ServerOnWindows> {
  shared ??= startShared();
  return shared;
}

async function startShared(): Promise<ServerOnWindows> {
  removeFolder(DATA);
  return ServerOnWindows.start(DATA);
}

/** Removes a folder of Windows with all that earlier runs left in it. */
export function removeFolder(windowsPath: string): void {
  rmSync(onThisMachine(windowsPath), { recursive: true, force: true });
}

/** Runs a command of the built command line to its end. */
export async function cli(
  args: readonly string[],
  dataDir = DATA,
): Promise<{ code: number | null; output: string; errors: string }> {
  const program = startScript('out/main/cli.js', [...args, '--data-dir', dataDir]);
  const code = await program.ended;
  return { code, output: program.output(), errors: program.errors() };
}

async function apiToken(url: string): Promise<string> {
  const body = new URLSearchParams({
    username: OWNER.KEEPFOLD_ADMIN_EMAIL,
    password: OWNER.KEEPFOLD_ADMIN_PASSWORD,
  });
  const response = await fetch(new URL('/api2/auth-token/', url), { method: 'POST', body });
  return ((await response.json()) as { token: string }).token;
}
