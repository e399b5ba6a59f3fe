import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverEnvironment } from '../../resources/launch/server-environment.mjs';
import type { FromService, ToService } from '../../src-main/electron/service/service-messages.ts';
import type { LinkedFolderJson } from '../../src-shared/folders-api.ts';
import type { LocalLibraryJson } from '../../src-shared/libraries-api.ts';
import { forkService } from './electron-stub/forked-service.ts';

const ENTRY = join(import.meta.dirname, '../../out/main/serve.js');
const APP_ENTRY = join(import.meta.dirname, '../../out/main/service.js');
const DEADLINE_MS = 20_000;

/** How often something is asked for, and how long. */
export interface Patience {
  readonly everyMs: number;
  readonly deadlineMs: number;
}

/** A server that runs, and what a program of this computer may do there. */
export class RunningServer {
  readonly url: string;
  /** Lets programs of this computer in. */
  readonly token: string;

  constructor({ url, token }: { readonly url: string; readonly token: string }) {
    this.url = url;
    this.token = token;
  }

  /** Links a folder and waits until all of it is saved. The id of the library. */
  async link(path: string, patience: Partial<Patience> = {}): Promise<string> {
    const folder = await this.call<LinkedFolderJson>('POST', 'folders/', { path });
    await until(async () => {
      const { folders } = await this.call<{ folders: LinkedFolderJson[] }>('GET', 'folders/');
      const [now] = folders;
      return now?.state === 'idle' && now.pending === 0 ? now : undefined;
    }, patience);
    return folder.library_id;
  }

  async untilCommits(libraryId: string, count: number): Promise<void> {
    await until(async () => {
      const library = await this.call<LocalLibraryJson>('GET', `libraries/${libraryId}/`);
      return library.commit_count >= count ? library : undefined;
    });
  }

  /** Makes an account that can sign in. */
  async addUser(email: string, password: string, name: string): Promise<void> {
    await this.call('POST', 'users/', { email, password, name });
  }

  /** Calls the local interface as the program on this computer may; throws for anything but a success. */
  async call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(new URL(`/api/local/v1/${path}`, this.url), {
      method,
      headers: { Authorization: `Token ${this.token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }
}

/** The built headless server, as `npm run serve` starts it for a user who has no account yet. */
export class ServeProcess extends RunningServer {
  /** Where the first start lets its owner in, once. */
  readonly signInUrl: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, told: { url: string; signInUrl: string; token: string }) {
    super(told);
    this.#child = child;
    this.signInUrl = told.signInUrl;
  }

  /** The first start with a data folder, which makes its owner. */
  static async start(dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<ServeProcess> {
    const { child, url, told } = await launch(dataDir, env);
    const signInUrl = await until(() => /Sign in: (\S+)/.exec(told())?.[1]);
    return new ServeProcess(child, {
      url,
      signInUrl,
      token: readFileSync(join(dataDir, 'cli-token'), 'utf8'),
    });
  }

  /** A later start with the same data folder. A page signs in with the token. */
  static async startAgain(dataDir: string): Promise<ServeProcess> {
    const { child, url } = await launch(dataDir, {});
    return new ServeProcess(child, {
      url,
      signInUrl: url,
      token: readFileSync(join(dataDir, 'cli-token'), 'utf8'),
    });
  }

  /** The app's service: the file that Electron starts, with the priority it gives itself, and without Electron. */
  static async startOfApp(
    dataDir: string,
    { entry = APP_ENTRY, imports }: { entry?: string; imports?: readonly string[] } = {},
  ): Promise<ServeProcess> {
    const env = { ...process.env, KEEPFOLD_LOG_LEVEL: 'warn' };
    const child = forkService(entry, { env, imports, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.send({ kind: 'start', dataDir, port: 0 } satisfies ToService);
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const [told] = (await once(child, 'message', { signal })) as [FromService];
    if (told.kind !== 'running') throw new Error(`the service of the app said ${JSON.stringify(told)}`);
    return new ServeProcess(child, { url: told.url, signInUrl: told.url, token: told.token });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async stop(): Promise<void> {
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await gone;
  }
}

async function launch(dataDir: string, env: Readonly<Record<string, string>>) {
  if (!existsSync(ENTRY)) throw new Error(`${ENTRY} is not built`);
  const child = spawn(process.execPath, [ENTRY, '--data-dir', dataDir, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...serverEnvironment(), ...env },
  });
  let errors = '';
  child.stderr.on('data', (part: Buffer) => {
    errors += String(part);
  });
  const [ready] = await once(child.stdout, 'data', { signal: AbortSignal.timeout(DEADLINE_MS) });
  const { url } = JSON.parse(String(ready)) as { url: string };
  return { child, url, told: () => errors };
}

/** The first defined answer, asked for again and again until the deadline. */
async function until<T>(
  ask: () => T | undefined | Promise<T | undefined>,
  { deadlineMs = DEADLINE_MS, everyMs = 50 }: Partial<Patience> = {},
): Promise<T> {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error('it did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
