import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalClient, type LocalClient } from '../../src-main/headless/local-client.ts';
import { SERVER_ENTRY } from './server-entry.ts';

const START_WITHIN_MS = 30_000;

/** Starts hundreds of times are most of what some proofs do; compiled once, each costs half. */
const COMPILE_CACHE = join(import.meta.dirname, '../../node_modules/.cache/keepfold-proofs');

const running = new Set<ChildProcess>();

/** Ends what tests that failed have left behind; for after the tests of a file. */
export function killLeftServers(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Under what conditions the server runs. */
export interface ServerConditions {
  /** A command in front of the server's own, such as `prlimit --nofile=64`. It must become the server. */
  readonly under?: readonly string[];
  /** How this process reaches the data folder, where the server sees it at another place. */
  readonly seenAt?: (pid: number) => string;
  /** Where to listen; absent: wherever there is room. */
  readonly port?: number;
  readonly nodeOptions?: readonly string[];
  /** Of the server itself. */
  readonly options?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** A server process that answers. */
export interface ServerRun {
  readonly url: string;
  readonly pid: number;
  readonly token: string;
  readonly client: LocalClient;
  /** From the start of the process to its ready line. */
  readonly readyMs: number;
  /** All that it has said on standard error. */
  errors(): string;
  hasEnded(): boolean;
  /** Stops all its threads where they are, until `resume`. */
  suspend(): void;
  resume(): void;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGTERM. The exit code. */
  stop(): Promise<number | null>;
}

/** How a process ended that was not meant to go on. */
export interface EndedStart {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
  readonly tookMs: number;
}

/** A start that may be killed before it is ready. */
export interface ServerStart {
  readonly process: ChildProcess;
  readonly startedAt: number;
  readonly ended: Promise<number | null>;
  output(): string;
  errors(): string;
}

/** Starts the shipped server on a data folder and does not wait. */
export function beginServer(dataDir: string, conditions: ServerConditions = {}): ServerStart {
  const { under = [], port = 0, nodeOptions = [], options = [], environment = {} } = conditions;
  const server = [
    process.execPath,
    ...nodeOptions,
    SERVER_ENTRY,
    '--data-dir',
    dataDir,
    '--port',
    String(port),
    ...options,
  ];
  const [command = '', ...args] = [...under, ...server];
  const startedAt = performance.now();
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      KEEPFOLD_ADMIN_EMAIL: 'admin@example.com',
      KEEPFOLD_ADMIN_PASSWORD: 'admin-secret',
      ...environment,
    },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const output: string[] = [];
  const errors: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => errors.push(String(chunk)));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { process: child, startedAt, ended, output: () => output.join(''), errors: () => errors.join('') };
}

/** Starts the shipped server on a data folder and waits until it answers. @throws Error when it ends instead */
export async function runServer(dataDir: string, conditions: ServerConditions = {}): Promise<ServerRun> {
  const start = beginServer(dataDir, conditions);
  const url = await readyUrl(start);
  const readyMs = performance.now() - start.startedAt;
  const { process: child } = start;
  const pid = child.pid ?? 0;
  const token = readFileSync(join(conditions.seenAt?.(pid) ?? dataDir, 'cli-token'), 'utf8');
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return start.ended;
  };
  return {
    ...{ url, pid, token, readyMs },
    client: createLocalClient({ url, token }),
    errors: start.errors,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    suspend: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}

/** Starts a server that is expected to refuse to. One that runs regardless is ended after the deadline. */
export async function endedStart(dataDir: string, conditions: ServerConditions = {}): Promise<EndedStart> {
  const start = beginServer(dataDir, conditions);
  const timer = setTimeout(() => start.process.kill('SIGKILL'), START_WITHIN_MS);
  const code = await start.ended;
  clearTimeout(timer);
  const tookMs = performance.now() - start.startedAt;
  return { code, output: start.output(), errors: start.errors(), tookMs };
}

async function readyUrl(start: ServerStart): Promise<string> {
  const timer = setTimeout(() => start.process.kill('SIGKILL'), START_WITHIN_MS);
  const { stdout } = start.process;
  try {
    for (;;) {
      const line = /^\{"event":"ready".*\}$/m.exec(start.output());
      if (line !== null) return (JSON.parse(line[0]) as { url: string }).url;
      const { exitCode, signalCode } = start.process;
      if (stdout === null || exitCode !== null || signalCode !== null)
        throw new Error(`the server ended with ${await start.ended}: ${start.output()}${start.errors()}`);
      await Promise.race([once(stdout, 'data'), once(start.process, 'exit')]);
    }
  } finally {
    clearTimeout(timer);
  }
}
