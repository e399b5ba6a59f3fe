import { type ChildProcess, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

/**
 * No git settings of the user may change what is written, start a program, or refuse the folder; files are written byte
 * for byte as stored.
 */
const OWN_SETTINGS = [
  'core.autocrlf=false',
  'core.safecrlf=false',
  'core.ignoreCase=false',
  'core.symlinks=false',
  'core.precomposeUnicode=false',
  'core.longPaths=true',
  'core.hooksPath=/dev/null',
  'core.attributesFile=/dev/null',
  'core.excludesFile=/dev/null',
  'core.fsmonitor=false',
  'gc.auto=0',
  'safe.directory=*',
  // Git streams larger contents, and holds smaller ones in memory.
  'core.bigFileThreshold=16m',
  // Always one pack, never a file for each object.
  'fastimport.unpackLimit=1',
].flatMap((setting) => ['-c', setting]);

/** Variables without which a program does not run. */
const KEPT_VARIABLES = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP'] as const;

/** Characters kept from the beginning and from the end of its output, either of which may say what went wrong. */
const MOST_SAID = 1_000;

export interface GitInput {
  /** Passed to git piece by piece; the next piece is read once git has taken the one before. */
  readonly input?: AsyncIterable<Uint8Array>;
  readonly signal?: AbortSignal;
}

/** Git failed; the message is its own. */
export class GitFailure extends Error {
  override readonly name = 'GitFailure';
}

/** Whether git is installed and runs. */
export async function hasGit(): Promise<boolean> {
  return (await endOf(start(['--version'], {}))).code === 0;
}

/**
 * Runs git without a shell and without any settings of the user or system.
 * @throws GitFailure; an error of reading the input; the signal's reason, once git has ended
 */
export async function runGit(args: readonly string[], { input, signal }: GitInput = {}): Promise<void> {
  signal?.throwIfAborted();
  const child = start(args, signal === undefined ? {} : { signal });
  const end = endOf(child);
  try {
    await feed(child.stdin, input ?? []);
  } catch (error) {
    child.kill('SIGKILL');
    await end;
    throw error;
  }
  const { code, said } = await end;
  signal?.throwIfAborted();
  if (code !== 0) throw new GitFailure(said.trim() || `git ended with ${code}`);
}

function start(args: readonly string[], { signal }: { signal?: AbortSignal }) {
  return spawn('git', [...OWN_SETTINGS, ...args], {
    env: ownEnvironment(),
    stdio: ['pipe', 'ignore', 'pipe'],
    windowsHide: true,
    killSignal: 'SIGKILL',
    ...(signal === undefined ? {} : { signal }),
  });
}

function ownEnvironment(): NodeJS.ProcessEnv {
  const kept = KEPT_VARIABLES.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(kept),
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    // Versions of git that do not know GIT_CONFIG_GLOBAL look there, and find nothing.
    HOME: '/dev/null',
    XDG_CONFIG_HOME: '/dev/null',
  };
}

interface End {
  /** Null: it was killed, or never started. */
  readonly code: number | null;
  readonly said: string;
}

function endOf(child: ChildProcess): Promise<End> {
  let first = '';
  let last = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const room = MOST_SAID - first.length;
    first += text.slice(0, room);
    last = (last + text.slice(room)).slice(-MOST_SAID);
  });
  return new Promise((resolve) => {
    child.on('error', (error) => {
      // A process that never started does not close.
      if (child.pid === undefined) resolve({ code: null, said: error.message });
    });
    child.once('close', (code) => resolve({ code, said: first + last }));
  });
}

/** Stops early when git closes its input; its exit says why. */
async function feed(
  stdin: Writable,
  input: AsyncIterable<Uint8Array> | readonly Uint8Array[],
): Promise<void> {
  stdin.on('error', () => undefined);
  for await (const piece of input) if (!(await taken(stdin, piece))) return;
  stdin.end();
}

function taken(stdin: Writable, piece: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    stdin.write(piece, (error) => resolve(!error));
  });
}
