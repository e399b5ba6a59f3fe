import { type ChildProcess, fork, type StdioOptions } from 'node:child_process';

/** How the service's process is forked. */
export interface ServiceFork {
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly stdio?: StdioOptions;
  /** Modules beside this one that are loaded into it first, in every thread of it, beyond what Electron has. */
  readonly preloads?: readonly string[];
  /** Addresses of modules that stand for Electron in place of those here. */
  readonly imports?: readonly string[] | undefined;
}

/**
 * Starts the entry of the service as Electron does: with a port to its parent, over which values go as structured clones and
 * wait until there is a listener, with Electron's `fs` in each of its threads, and on BoringSSL.
 */
export function forkService(entry: string, { preloads = [], ...how }: ServiceFork = {}): ChildProcess {
  const all = ['./parent-port.ts', './boringssl.ts', ...preloads];
  const { imports = all.map((name) => new URL(name, import.meta.url).href) } = how;
  const { args = [], env = process.env, stdio = 'inherit' } = how;
  const execArgv = imports.flatMap((address) => ['--import', address]);
  return fork(entry, args, { execArgv, env, stdio, serialization: 'advanced' });
}
