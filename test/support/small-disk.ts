import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerConditions } from './server-run.ts';

const PIECE = Buffer.alloc(16 * 1024, 'filler');

/** A file system of a few MiB in memory, mounted over a folder, for a server to have its data on. */
export interface SmallDisk {
  /** How to run a server that sees it. */
  readonly conditions: ServerConditions;
  /** The folder with the file system on it, as this process reaches it. */
  readonly path: string;
  freeBytes(): number;
  /** Fills it until so many bytes, or a little less, are free. */
  fillTo(freeBytes: number): void;
  /** Takes the filling away. */
  empty(): void;
  unmount(): Promise<void>;
}

/**
 * Mounts one over `folder`, in a name space of its own where the system lets any user make one, otherwise as root.
 * @throws Error when the system allows neither
 */
export async function mountSmallDisk(folder: string, sizeBytes: number): Promise<SmallDisk> {
  const options = ['-t', 'tmpfs', '-o', `size=${sizeBytes},mode=0700`, 'tmpfs', folder];
  const canMakeSpace = spawnSync('unshare', ['-Urm', 'true']).status === 0;
  if (canMakeSpace) return mountedApart(folder, options);
  if (process.getuid?.() !== 0) {
    throw new Error(
      'A full disk cannot be tried here: the system lets this account make no user name space (unshare -Urm), and ' +
        'only root may mount without one.',
    );
  }
  execFileSync('mount', options);
  return {
    ...filling(folder),
    conditions: {},
    unmount: async () => void execFileSync('umount', ['--lazy', folder]),
  };
}

/** A process holds the name space, and with it the file system, for as long as its input is open. */
async function mountedApart(folder: string, options: readonly string[]): Promise<SmallDisk> {
  const script = 'mount "$@" && echo mounted && exec cat';
  const holder = spawn('unshare', ['-Urm', 'sh', '-c', script, 'sh', ...options], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await mounted(holder);
  const path = join(`/proc/${holder.pid}/root`, folder);
  const enter = ['nsenter', '-t', String(holder.pid), '-U', '-m', '--preserve-credentials'];
  return {
    ...filling(path),
    conditions: { under: enter, seenAt: () => path },
    unmount: async () => {
      const ended = once(holder, 'close');
      holder.stdin?.end();
      await ended;
    },
  };
}

async function mounted({ stdout }: ChildProcess): Promise<void> {
  if (stdout === null) throw new Error('the process that mounts has no output');
  const [chunk] = (await once(stdout, 'data', { signal: AbortSignal.timeout(10_000) })) as [Buffer];
  if (!String(chunk).startsWith('mounted')) throw new Error(`could not mount: ${chunk}`);
}

function filling(path: string): Pick<SmallDisk, 'path' | 'freeBytes' | 'fillTo' | 'empty'> {
  const filler = join(path, '.filler');
  const freeBytes = (): number => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  return {
    path,
    freeBytes,
    fillTo: (wanted) => {
      const file = openSync(filler, 'a');
      try {
        while (freeBytes() > wanted) {
          const rest = Math.min(PIECE.length, freeBytes() - wanted);
          writeSync(file, PIECE, 0, rest);
        }
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(filler, { force: true }),
  };
}
