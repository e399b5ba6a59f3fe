import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { electronPackage } from './electron-mirror.ts';

const root = join(import.meta.dirname, '../..');
const shared = [
  'src-main',
  'src-renderer',
  'src-shared',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];
/** The desktop app does not start as root, which is who runs the tests on some machines. */
export const asSomebody = ['--import', 'data:text/javascript,process.getuid=()=>1000'];

/** How `npm start` goes in a checkout that was just built and whose Electron has no runtime yet. */
export interface Start {
  readonly child: ChildProcess;
  /** Resolves once standard output and error together hold the text. */
  said(text: string): Promise<void>;
  /** All of both so far. */
  all(): string;
  /** The exit code, once it ends by itself. */
  ended(): Promise<number | null>;
  end(): Promise<void>;
}

/** Makes such a checkout out of this one, which has to be built; the runtime is to be that file. */
export function looseCheckout(folder: string, zip: Buffer): void {
  const link = (name: string) => symlinkSync(join(root, name), join(folder, name));
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  cpSync(join(root, 'resources/launch'), join(folder, 'resources/launch'), { recursive: true });
  for (const name of [...shared, 'out', 'resources/build', 'resources/guide']) link(name);
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== 'electron') link(join('node_modules', name));
  }
  electronPackage(join(folder, 'node_modules/electron'), zip);
}

/** Runs `npm start` there, with a virtual screen. */
export function startIn(folder: string, env: NodeJS.ProcessEnv): Start {
  const args = [...asSomebody, join(folder, 'resources/launch/start.mjs'), '--port', '0'];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, DISPLAY: ':0', CI: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  let all = '';
  const waiting = new Map<string, () => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      all += piece;
      for (const [text, tell] of waiting) if (all.includes(text)) tell();
    });
  }
  return {
    child,
    said: async (text) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      closed.then(() => reject(new Error(`ended without saying "${text}", but:\n${all}`)), reject);
      if (all.includes(text)) resolve();
      waiting.set(text, resolve);
      await promise;
    },
    all: () => all,
    ended: async () => {
      await closed;
      return child.exitCode;
    },
    end: async () => {
      child.kill('SIGTERM');
      await closed;
    },
  };
}
