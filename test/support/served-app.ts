import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createLocalClient, type LocalClient } from '../../src-main/headless/local-client.ts';
import type { LinkedFolderJson } from '../../src-shared/folders-api.ts';
import { SERVER_ENTRY } from './server-entry.ts';

const START_WITHIN_MS = 20_000;

/** The headless server in a process of its own, which a test may kill. */
export interface ServedApp {
  readonly url: string;
  readonly client: LocalClient;
  readonly process: ChildProcess;
  /** Ends the process at once, as a power cut of the machine's attention would, and waits until it is gone. */
  kill(): Promise<void>;
  /** Ends it as a user would. The exit code. */
  stop(): Promise<number | null>;
}

/** Starts the server on a data folder and waits for its ready line. */
export async function serveApp(dataDir: string, extra: readonly string[] = []): Promise<ServedApp> {
  const child = spawn(process.execPath, [SERVER_ENTRY, '--data-dir', dataDir, '--port', '0', ...extra], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      KEEPFOLD_ADMIN_EMAIL: 'admin@example.com',
      KEEPFOLD_ADMIN_PASSWORD: 'admin-secret',
    },
  });
  const errors: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(String(chunk)));
  const lines = createInterface({ input: child.stdout });
  const ready = once(lines, 'line', { signal: AbortSignal.timeout(START_WITHIN_MS) });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the server ended with ${code}: ${errors.join('')}`);
  });
  const [line] = await Promise.race([ready, ended]);
  ended.catch(() => undefined);
  const { url } = JSON.parse(String(line)) as { url: string };
  const token = readFileSync(join(dataDir, 'cli-token'), 'utf8');

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const gone = once(child, 'exit');
    child.kill(signal);
    const [code] = await gone;
    return code as number | null;
  }

  return {
    url,
    client: createLocalClient({ url, token }),
    process: child,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}

/** Waits until the only linked folder has nothing left to do. */
export async function untilIdle(client: LocalClient, withinMs: number): Promise<LinkedFolderJson> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const { folders } = await client.call('GET folders/');
    const [folder] = folders;
    if (folder?.state === 'idle' && folder.pending === 0) return folder;
    if (Date.now() > deadline) throw new Error(`not idle in ${withinMs} ms: ${JSON.stringify(folder)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
