import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { proofSize } from './proof-size.ts';
import { type DaemonPlace, type DaemonState, type SeafDaemon, startSeafDaemon } from './seaf-daemon.ts';

const run = promisify(execFile);
const POLL_MS = 100;
const COMMAND_WITHIN_MS = 60_000;
/** Three times as long as clients wait before they try again; in the long run there is much to bring over. */
const SYNCED_WITHIN_MS = proofSize({ ci: 90, long: 1800 }) * 1000;
/** A line that says why something failed is among the last ones. */
const LOG_LINES = 40;

/** Where no official client is installed, the tests that drive it are skipped. */
export const hasSeafCli =
  spawnSync('seaf-cli', ['--help']).status === 0 &&
  spawnSync('/usr/bin/python3', ['-c', 'import seafile']).status === 0;

/** Why they are skipped: for the names of tests. */
export const WITHOUT_SEAF_CLI = hasSeafCli
  ? ''
  : ' (skipped: install seafile-cli and seafile-daemon to drive the official client)';

/** Who syncs, and where. */
export interface SeafAccount {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** The server's certificate is self-signed. */
  readonly isSelfSigned?: boolean;
  /** A command in front of those of the client, such as one that runs them on another computer. */
  readonly under?: readonly string[];
}

/** One installation of the official client, with a configuration of its own. */
export interface SeafClient {
  /** Syncs a library with a folder, which may have something in it; resolves when the client has taken it over. */
  sync(libraryId: string, folder: string, libraryPassword?: string): Promise<void>;
  /** Syncs a library into a new folder below `into`. */
  download(libraryId: string, into: string): Promise<void>;
  /** Makes a library on the server; with a password, an encrypted one. Its id. */
  create(name: string, libraryPassword?: string): Promise<string>;
  /** The ids of what the client syncs. */
  libraries(): Promise<string[]>;
  state(libraryId: string): Promise<DaemonState | null>;
  /** Lets it look at folder and server now. */
  syncNow(libraryId: string): Promise<void>;
  /**
   * Lets it look now, and waits until it has nothing to do.
   * @throws Error with the end of its log when it does not get there
   */
  untilSynchronized(libraryId: string): Promise<void>;
  /** Waits for an answer that is not undefined. @throws Error with the end of its log */
  until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T>;
  /** The last lines that the client has logged. */
  logEnd(): string;
  /** Ends the daemon; `start` begins again with what it knows. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Sets a client up in an empty folder of its own and starts it. */
export async function startSeafClient(home: string, account: SeafAccount): Promise<SeafClient> {
  const place = { config: join(home, 'config'), parent: join(home, 'parent'), under: account.under };
  mkdirSync(place.parent, { recursive: true });
  await seafCli('init', '-c', place.config, '-d', place.parent);
  let daemon = await startSeafDaemon(place);
  // There is no user to be asked whether many deletions are meant.
  for (const [key, value] of [
    ['delete_confirm_threshold', '1000000'],
    ['client_name', basename(home)],
    ...(account.isSelfSigned ? [['disable_verify_certificate', 'true'] as const] : []),
  ] as const)
    await seafCli('config', '-c', place.config, '-k', key, '-v', value);
  await daemon.stop();
  daemon = await startSeafDaemon(place);
  return clientOf(place, account, daemon);
}

function clientOf(
  place: DaemonPlace,
  { url, user, password, under = [] }: SeafAccount,
  first: SeafDaemon,
): SeafClient {
  let daemon: SeafDaemon | null = first;
  const running = (): SeafDaemon => {
    if (daemon === null) throw new Error('this client was stopped');
    return daemon;
  };
  const logEnd = () => {
    const log = readFileSync(join(place.config, 'logs', 'seafile.log'), 'utf8');
    return log.split('\n').slice(-LOG_LINES).join('\n');
  };
  const asked = (command: string, ...args: string[]) =>
    runProgram(
      [...under, 'seaf-cli', command],
      '-c',
      place.config,
      '-s',
      url,
      '-u',
      user,
      '-p',
      password,
      ...args,
    );

  async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
    const deadline = Date.now() + SYNCED_WITHIN_MS;
    for (;;) {
      const answer = await ask();
      if (answer !== undefined) return answer;
      if (Date.now() > deadline) throw new Error(`${what}: not in time. The client's log:\n${logEnd()}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  /** A first sync that failed stays in the list of downloads. */
  async function untilTaken(libraryId: string): Promise<void> {
    await until('the first sync', async () => {
      const failed = (await running().downloads()).find(
        ({ id, state }) => id === libraryId && state === 'error',
      );
      if (failed !== undefined) throw new Error(`the first sync failed: ${failed.error}\n${logEnd()}`);
      return (await running().repos()).some(({ id }) => id === libraryId) || undefined;
    });
    await syncNow(libraryId);
  }

  /** Told before it has looked at the library itself, this daemon now and then never looks at it at all. */
  async function syncNow(libraryId: string): Promise<void> {
    await until('a first look', async () => (await running().state(libraryId)) ?? undefined);
    await running().sync(libraryId);
  }

  return {
    async sync(libraryId, folder, libraryPassword) {
      mkdirSync(folder, { recursive: true });
      const secret = libraryPassword === undefined ? [] : ['-e', libraryPassword];
      await asked('sync', '-l', libraryId, '-d', folder, ...secret);
      await untilTaken(libraryId);
    },
    async download(libraryId, into) {
      mkdirSync(into, { recursive: true });
      await asked('download', '-l', libraryId, '-d', into);
      await untilTaken(libraryId);
    },
    async create(name, libraryPassword) {
      const secret = libraryPassword === undefined ? [] : ['-e', libraryPassword];
      const said = await asked('create', '-n', name, '-t', 'made by seaf-cli', ...secret);
      return said.trim();
    },
    libraries: async () => (await running().repos()).map(({ id }) => id),
    state: (libraryId) => running().state(libraryId),
    syncNow,
    async untilSynchronized(libraryId) {
      await syncNow(libraryId);
      await until('to be synchronized', async () => {
        const now = await running().state(libraryId);
        // After an error it would wait for half a minute.
        if (now?.state === 'error') await running().sync(libraryId);
        return now?.state === 'synchronized' || undefined;
      });
    },
    until,
    logEnd,
    async stop() {
      await daemon?.stop();
      daemon = null;
    },
    async start() {
      daemon = await startSeafDaemon(place);
    },
  };
}

function seafCli(...args: string[]): Promise<string> {
  return runProgram(['seaf-cli', ...args]);
}

async function runProgram(command: readonly string[], ...options: string[]): Promise<string> {
  const [program = '', ...args] = [...command, ...options];
  try {
    return (await run(program, args, { timeout: COMMAND_WITHIN_MS })).stdout;
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string };
    throw new Error(`${command.join(' ')} failed: ${stdout}${stderr}`, { cause });
  }
}
