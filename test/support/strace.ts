import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { type TracedCall, tracedCalls } from './strace-log.ts';

/** Every call with which a process can change files, and those that tell what a descriptor stands for. */
const FILE_CALLS = [
  'open,openat,openat2,creat,close,dup,dup2,dup3',
  'write,pwrite64,writev,pwritev,pwritev2,sendfile,copy_file_range,splice',
  'truncate,ftruncate,fallocate,fsync,fdatasync,sync,syncfs,sync_file_range,msync',
  'rename,renameat,renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat,mkdir,mkdirat,rmdir',
].join(',');

export interface StraceRequest {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Where to keep the log while it is read. */
  readonly log: string;
  /** Whether all bytes of a write are kept, or no more than a line of text has. */
  readonly content: 'all' | 'short';
  /** What strace does to which call, as after `-e inject=`. */
  readonly inject?: string;
}

/** What a traced process did. */
export interface StraceRun {
  readonly calls: readonly TracedCall[];
  /** What the process printed. */
  readonly printed: string;
  readonly errors: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** @throws Error in words when processes cannot be traced here */
export function requireStrace(): void {
  const version = spawnSync('strace', ['--version'], { encoding: 'utf8' });
  if (version.error !== undefined)
    throw new Error('This proof traces a process: install the program strace (Linux).', {
      cause: version.error,
    });
  const probe: SpawnSyncReturns<string> = spawnSync(
    'strace',
    ['-f', '--seccomp-bpf', '-o', '/dev/null', process.execPath, '--version'],
    { encoding: 'utf8' },
  );
  if (probe.status !== 0) throw new Error(`strace may not trace a process here: ${probe.stderr}`);
}

/** Runs a command under strace until it ends, however it ends. */
export async function runStrace(request: StraceRequest): Promise<StraceRun> {
  const { command, env = {}, log, content, inject } = request;
  // To stop at the calls above only is three times as fast, but the kernel drops a signal that is injected there.
  const stops = inject?.includes('signal=') === true ? [] : ['--seccomp-bpf'];
  const args = [
    ...['-f', ...stops],
    ...['-xx', '-s', content === 'all' ? '16777216' : '8192', '-o', log, '-e', `trace=${FILE_CALLS}`],
    ...(inject === undefined ? [] : ['-e', `inject=${inject}`]),
    ...command,
  ];
  const child = spawn('strace', args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const printed: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => printed.push(part));
  child.stderr.on('data', (part: Buffer) => errors.push(part));
  const [exitCode, signal] = (await ended) as [number | null, string | null];
  const calls = tracedCalls(await readFile(log, 'latin1'));
  await rm(log);
  return {
    calls,
    printed: Buffer.concat(printed).toString('utf8'),
    errors: Buffer.concat(errors).toString('utf8'),
    exitCode,
    signal,
  };
}
