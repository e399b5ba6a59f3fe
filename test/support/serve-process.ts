import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LinkedFolderJson, LocalLibraryJson } from '../../src-shared/local-api.ts';

const ENTRY = join(import.meta.dirname, '../../out/main/serve.js');
const DEADLINE_MS = 20_000;

/** The built headless server, as somebody starts it who has no account yet. */
export class ServeProcess {
  readonly url: string;
  /** Where the first start lets its owner in, once. */
  readonly signInUrl: string;
  readonly #child: ChildProcess;
  readonly #token: string;

  private constructor(child: ChildProcess, told: { url: string; signInUrl: string; token: string }) {
    this.#child = child;
    this.url = told.url;
    this.signInUrl = told.signInUrl;
    this.#token = told.token;
  }

  static async start(dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<ServeProcess> {
    if (!existsSync(ENTRY)) throw new Error(`${ENTRY} is not built`);
    const args = [ENTRY, '--data-dir', dataDir, '--port', '0'];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    let errors = '';
    child.stderr.on('data', (part: Buffer) => {
      errors += String(part);
    });
    const [ready] = await once(child.stdout, 'data', { signal: AbortSignal.timeout(DEADLINE_MS) });
    const { url } = JSON.parse(String(ready)) as { url: string };
    const signInUrl = await until(() => /Sign in: (\S+)/.exec(errors)?.[1]);
    const token = readFileSync(join(dataDir, 'cli-token'), 'utf8');
    return new ServeProcess(child, { url, signInUrl, token });
  }

  /** Links a folder and waits until all of it is saved. The id of the library. */
  async link(path: string): Promise<string> {
    const folder = await this.#call<LinkedFolderJson>('POST', 'folders/', { path });
    await until(async () => {
      const { folders } = await this.#call<{ folders: LinkedFolderJson[] }>('GET', 'folders/');
      const [now] = folders;
      return now?.state === 'idle' && now.pending === 0 ? now : undefined;
    });
    return folder.library_id;
  }

  async untilCommits(libraryId: string, count: number): Promise<void> {
    await until(async () => {
      const library = await this.#call<LocalLibraryJson>('GET', `libraries/${libraryId}/`);
      return library.commit_count >= count ? library : undefined;
    });
  }

  async stop(): Promise<void> {
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await gone;
  }

  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(new URL(`/api/local/v1/${path}`, this.url), {
      method,
      headers: { Authorization: `Token ${this.#token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }
}

/** The first defined answer, asked for again and again until the deadline. */
async function until<T>(ask: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error('it did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
