import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import type { Acknowledged } from './acknowledged.ts';
import { observe } from './observe.ts';
import type { Scenario } from './scenario-list.ts';
import { openWorld } from './scenario-world.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** A scenario with what it starts from, and what it must look like after each change. */
export interface PreparedScenario {
  readonly scenario: Scenario;
  /** What users see before the first change and after each, as `observe` words it. */
  readonly states: readonly string[];
  /** What the changes acknowledge when nothing goes wrong. */
  readonly acknowledged: readonly Acknowledged[];
  /** The folder with the data that the scenario starts from. */
  readonly start: string;
  /** A new folder with the same. */
  copy(): string;
}

/** Folders of one test file, removed together. */
export interface ScratchFolder {
  readonly path: string;
  /** A path in it that nothing has. */
  free(): string;
  remove(): void;
}

/** In memory where there is room: what a disk takes to sync would only be waited for, since no power is ever cut. */
export function scratchFolder(): ScratchFolder {
  const path = mkdtempSync(join(hasRoomInMemory() ? MEMORY : tmpdir(), 'keepfold-proof-'));
  let count = 0;
  return {
    path,
    free: () => {
      count += 1;
      return join(path, String(count));
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

const MEMORY = '/dev/shm';
const ROOM_BYTES = 1024 ** 3;

function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM_BYTES;
}

/** Makes the data of a scenario, and runs it once undisturbed to see what each change does. */
export async function prepareScenario(scenario: Scenario, scratch: ScratchFolder): Promise<PreparedScenario> {
  const start = scratch.free();
  const world = await openWorld(start);
  await scenario.prepare(world);
  await world.close();
  const copy = (): string => {
    const target = scratch.free();
    cpSync(start, target, { recursive: true });
    return target;
  };
  return { scenario, start, copy, ...(await rehearse(scenario, copy())) };
}

async function rehearse(scenario: Scenario, folder: string) {
  const world = await openWorld(folder);
  const states = [await observe(world)];
  const acknowledged: Acknowledged[] = [];
  for (const change of scenario.changes) {
    world.clock.advance(60);
    acknowledged.push(await change(world));
    states.push(await observe(world));
  }
  await world.close();
  rmSync(folder, { recursive: true });
  return { states, acknowledged };
}

/** The scenario program as one file: under strace each file that is opened costs more than reading it. */
export interface ScenarioProgram {
  /** Command line that makes the changes of a scenario in a data folder. */
  command(folder: string, scenario: Scenario, padding?: Padding): string[];
  readonly env: Record<string, string>;
  remove(): void;
}

/** Calls without effect that one thread makes before anything else. */
export interface Padding {
  readonly thread: 'main' | 'pool';
  readonly call: string;
  readonly count: number;
}

export async function buildScenarioProgram(scratch: ScratchFolder): Promise<ScenarioProgram> {
  // Beside node_modules, where the native module is found.
  const outDir = join(ROOT, 'test-results', `scenario-program-${process.pid}`);
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: join(import.meta.dirname, 'scenario-program.ts'),
      outDir,
      minify: false,
      target: 'node24',
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'program.js' } },
    },
  });
  const scratchFile = scratch.free();
  writeFileSync(scratchFile, '');
  const cache = scratch.free();
  mkdirSync(cache);
  const program = [process.execPath, join(outDir, 'program.js')];
  // One thread for files, so that the same calls come in the same order in every run.
  const env = { UV_THREADPOOL_SIZE: '1', NODE_COMPILE_CACHE: cache };
  // A first run fills the cache, so that all others begin alike.
  const first = spawnSync(process.execPath, [...program.slice(1), scratch.free(), '', scratchFile], {
    env: { ...process.env, ...env },
  });
  if (first.error !== undefined) throw first.error;
  return {
    command: (folder, { name }, padding) => [
      ...[...program, folder, name, scratchFile],
      ...(padding === undefined ? [] : [padding.thread, padding.call, String(padding.count)]),
    ],
    env,
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  };
}
