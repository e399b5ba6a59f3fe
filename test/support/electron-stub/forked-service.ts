import { type ChildProcess, fork, type StdioOptions } from 'node:child_process';

/** How the service's process is forked. */
export interface ServiceFork {
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly stdio?: StdioOptions;
  /** Modules beside this one that are loaded into it first, in every thread of it, beyond what Electron has. */
  readonly preloads?: readonly string[];
}

/**
 * Starts the entry of the service as Electron does: with a port to its parent, over which values go as structured clones and
 * wait until somebody listens, with Electron's `fs` in each of its threads, and on BoringSSL.
 */
export function forkService(entry: string, { preloads = [], ...how }: ServiceFork = {}): ChildProcess {
  const all = ['./parent-port.ts', './boringssl.ts', ...preloads];
  const execArgv = all.flatMap((name) => ['--import', new URL(name, import.meta.url).href]);
  const { args = [], env = process.env, stdio = 'inherit' } = how;
  return fork(entry, args, { execArgv, env, stdio, serialization: 'advanced' });
}
