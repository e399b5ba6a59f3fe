import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const SPEAKER = join(import.meta.dirname, 'seaf-rpc.py');
/** The system's own: the module that speaks with the daemon is a Debian package. */
const PYTHON = '/usr/bin/python3';
const START_WITHIN_MS = 15_000;

const running = new Set<ChildProcess>();

/** Ends what tests that failed have left behind; for after the tests of a file. */
export function killLeftSeafDaemons(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** A library that the daemon keeps in a folder. */
export interface SyncedFolder {
  readonly id: string;
  readonly worktree: string;
}

/** What the daemon is doing, in its own words; `error` is empty unless the state is `error`. */
export interface DaemonState {
  readonly state: string;
  readonly error: string;
}

/** The daemon of the official client, which does the syncing. */
export interface SeafDaemon {
  repos(): Promise<SyncedFolder[]>;
  /** First syncs that are under way or have failed. */
  downloads(): Promise<(DaemonState & { id: string })[]>;
  /** Null while it has not looked at the library yet. */
  state(libraryId: string): Promise<DaemonState | null>;
  /** Looks at folder and server now, rather than when it is time. */
  sync(libraryId: string): Promise<void>;
  stop(): Promise<void>;
}

export interface DaemonPlace {
  /** Made by `seaf-cli init`. */
  readonly config: string;
  /** Where `init` was told to keep what it knows. */
  readonly parent: string;
  /** A command in front of the daemon's own; it must become the daemon. */
  readonly under?: readonly string[] | undefined;
}

/** Starts the daemon as a child, so that it cannot outlive the tests, and waits until it answers. */
export async function startSeafDaemon({ config, parent, under = [] }: DaemonPlace): Promise<SeafDaemon> {
  const state = join(parent, 'seafile-data');
  const daemonItself = ['seaf-daemon', '-c', config, '-d', state, '-w', join(parent, 'seafile')];
  const [command = '', ...args] = [...under, ...daemonItself];
  const daemon = keep(spawn(command, args, { stdio: 'ignore' }));
  const socket = join(state, 'seafile.sock');
  const deadline = Date.now() + START_WITHIN_MS;
  while (!(existsSync(socket) && (await answers(socket)))) {
    if (daemon.exitCode !== null) throw new Error(`seaf-daemon ended with ${daemon.exitCode}`);
    if (Date.now() > deadline) throw new Error('seaf-daemon does not answer');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const speaker = openSpeaker(socket);
  return {
    repos: () => speaker.ask('repos'),
    downloads: () => speaker.ask('downloads'),
    state: (libraryId) => speaker.ask('state', libraryId),
    sync: (libraryId) => speaker.ask('sync', libraryId),
    async stop() {
      await speaker.close();
      await ended(daemon, 'SIGTERM');
    },
  };
}

function keep<Child extends ChildProcess>(child: Child): Child {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** A socket may be left from an earlier run. */
async function answers(socket: string): Promise<boolean> {
  const speaker = openSpeaker(socket);
  try {
    await speaker.ask('repos');
    return true;
  } catch {
    return false;
  } finally {
    await speaker.close();
  }
}

function openSpeaker(socket: string) {
  const child = keep(spawn(PYTHON, [SPEAKER, socket], { stdio: ['pipe', 'pipe', 'inherit'] }));
  const answersOf = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  // Requests wait for each other: the answers have no numbers.
  let last: Promise<unknown> = Promise.resolve();

  async function exchange<T>(call: string, args: readonly string[]): Promise<T> {
    child.stdin.write(`${JSON.stringify({ call, args })}\n`);
    const { value, done } = await answersOf.next();
    if (done === true) throw new Error(`${call}: the daemon's speaker has ended`);
    const answer = JSON.parse(value) as { value: T; problem?: string };
    if (answer.problem !== undefined) throw new Error(`${call}: ${answer.problem}`);
    return answer.value;
  }

  return {
    ask<T>(call: string, ...args: string[]): Promise<T> {
      const answer = last.then(() => exchange<T>(call, args));
      last = answer.catch(() => undefined);
      return answer;
    },
    close: () => ended(child, 'SIGKILL'),
  };
}
