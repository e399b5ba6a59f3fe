import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callsInside, type FolderCall } from '../../support/data-folder-calls.ts';
import { type LeftOver, PowerCutDisk } from '../../support/power-cut-disk.ts';
import { runStrace } from '../../support/strace.ts';
import { bytesOf, type TracedCall } from '../../support/strace-log.ts';
import { type Acknowledged, type ProgramLine, programLines } from './acknowledged.ts';
import type { Padding, PreparedScenario, ScenarioProgram, ScratchFolder } from './prepared-scenario.ts';

/** A run of the scenario program with every call that it made. */
export interface RecordedRun {
  /** The data folder as the run left it. */
  readonly folder: string;
  /** What the process complained about. */
  readonly errors: string;
  /** The program came to its end. */
  readonly isFinished: boolean;
  /** The calls on it. */
  readonly calls: readonly FolderCall[];
  /** Those and all others that were traced. */
  readonly traced: readonly TracedCall[];
  /** What the program said, with the line of the log at which it began to say so. */
  readonly said: readonly { readonly at: number; readonly line: ProgramLine }[];
  /** A disk on which the data that the scenario starts from is durable, and nothing has happened. */
  freshDisk(): PowerCutDisk;
}

export interface RecordRequest {
  readonly prepared: PreparedScenario;
  readonly program: ScenarioProgram;
  readonly scratch: ScratchFolder;
  /** As after strace's `-e inject=`. */
  readonly inject?: string;
  readonly padding?: Padding;
}

/** Runs the scenario program under strace, to its end or until it is killed. */
export async function recordRun(request: RecordRequest): Promise<RecordedRun> {
  const { prepared, program, scratch, inject, padding } = request;
  const mayFail = inject !== undefined;
  const folder = prepared.copy();
  const run = await runStrace({
    command: program.command(folder, prepared.scenario, padding),
    env: program.env,
    log: scratch.free(),
    content: inject?.includes('signal=') === true ? 'short' : 'all',
    ...(inject === undefined ? {} : { inject }),
  });
  if (run.errors !== '' && !mayFail) throw new Error(`the scenario program complains: ${run.errors}`);
  const said = run.calls.flatMap(({ name, args, beganAt: at }) =>
    name === 'write' && args[0] === '1'
      ? programLines(bytesOf(args[1] ?? '').toString('utf8')).map((line) => ({ at, line }))
      : [],
  );
  return {
    folder,
    errors: run.errors,
    isFinished: said.at(-1)?.line.line === 'closed' && run.exitCode === 0,
    calls: callsInside(folder, run.calls),
    traced: run.calls,
    said,
    freshDisk: () => new PowerCutDisk(prepared.start),
  };
}

/** What the program had said at one moment. */
export interface RunState {
  readonly acknowledged: readonly Acknowledged[];
  /** Each acknowledged change and those before it were finished; the next may be in progress. */
  readonly finished: number;
}

/**
 * Plays a run on the disk, and calls back at every moment at which a power cut may leave or break something new: at the
 * start, after each call that changed anything, and after each acknowledgement.
 */
export async function replay(
  { calls, said }: Pick<RecordedRun, 'calls' | 'said'>,
  disk: PowerCutDisk,
  atEachState: (state: RunState) => Promise<void> | void,
): Promise<void> {
  const steps = [
    ...calls.flatMap((call) => [
      // At one line the call that was written there whole begins before it ends.
      { at: call.call.beganAt, order: 0, happens: () => disk.begin(call) },
      { at: call.call.endedAt, order: 1, happens: () => disk.end(call) },
    ]),
    ...said.map(({ at, line }) => ({ at, order: 2, happens: () => line.line === 'acknowledged' })),
  ];
  steps.sort((a, b) => a.at - b.at || a.order - b.order);
  await atEachState(stateAt(said, 0));
  for (const { at, happens } of steps) if (happens()) await atEachState(stateAt(said, at + 1));
}

/** What was said before a line of the log. */
export function stateAt(said: RecordedRun['said'], at: number): RunState {
  const acknowledged = said.flatMap(({ at: saidAt, line }) =>
    saidAt < at && line.line === 'acknowledged' ? [line.what] : [],
  );
  return { acknowledged, finished: acknowledged.length };
}

/** Shared memory of SQLite: never durable, never missed. */
const FORGOTTEN = /-shm$/;

/** Puts what a power cut left into a new folder. */
export function restoreLeftOver(state: LeftOver, target: string): void {
  mkdirSync(target);
  for (const [path, bytes] of state) {
    if (FORGOTTEN.test(path)) continue;
    if (bytes === null) mkdirSync(join(target, path));
    else writeFileSync(join(target, path), bytes);
  }
}

const digests = new WeakMap<Buffer, string>();

/** The same for the same names and contents. */
export function digestOfState(state: LeftOver): string {
  const lines = [...state].flatMap(([path, bytes]) => {
    if (FORGOTTEN.test(path)) return [];
    return [`${path} ${bytes === null ? 'folder' : digestOfBytes(bytes)}`];
  });
  return hash('sha1', lines.sort().join('\n'), 'hex');
}

function digestOfBytes(bytes: Buffer): string {
  const known = digests.get(bytes) ?? hash('sha1', bytes, 'hex');
  digests.set(bytes, known);
  return known;
}

/** A folder on disk, as a state. */
export function stateOfFolder(folder: string): LeftOver {
  const state = new Map<string, Buffer | null>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    state.set(path.slice(folder.length + 1), entry.isFile() ? readFileSync(path) : null);
  }
  return state;
}
