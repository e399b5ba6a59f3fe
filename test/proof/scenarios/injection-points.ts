import type { FolderCall } from '../../support/data-folder-calls.ts';
import type { Padding } from './prepared-scenario.ts';
import { type RecordedRun, type RecordRequest, recordRun } from './recorded-run.ts';

/** A call of a scenario that something is to happen to. */
export interface InjectionPoint {
  readonly call: FolderCall;
  /**
   * How many chosen calls of its name were made on its path before it. Not among all: the last call of the preparation
   * may end before or after the process says that it is ready, which would move every later one.
   */
  readonly ordinal: number;
  /** Its number among the calls of that name of its thread, from 1. */
  readonly number: number;
  readonly padding: Padding | undefined;
}

/** Which calls are meant. */
export type Choice = (call: FolderCall) => boolean;

/** The process opens and closes a few files of its own, not always as many: a call may be missed by one or two. */
const TRIES = 20;

/**
 * The chosen calls that a scenario makes on its data folder from its first change on. strace counts calls by name and
 * thread, so the other thread may come first to the number of a call; then the thread that is meant begins with calls
 * without effect, as many as the other one makes in all.
 */
export function injectionPoints(run: RecordedRun, choice: Choice): InjectionPoint[] {
  const { mainThread } = ready(run);
  const chosen = chosenCalls(run, choice);
  return chosen.map((folderCall, at) => {
    const { call, name } = folderCall;
    const ordinal = chosen.slice(0, at).filter((other) => isAlike(other, folderCall)).length;
    const number = numberOf(run, folderCall);
    const others = run.traced.filter((other) => other.name === name && other.thread !== call.thread).length;
    const thread = call.thread === mainThread ? 'main' : 'pool';
    const padding = others < number ? undefined : ({ thread, call: name, count: others } as const);
    return { call: folderCall, ordinal, number: number + (padding?.count ?? 0), padding };
  });
}

/**
 * Runs a scenario with something done to one call, for example `error=EIO`.
 * @throws Error when the call was not hit, however often it was tried
 */
export async function runInjected(
  request: Omit<RecordRequest, 'inject' | 'padding'>,
  { point, choice, what }: { readonly point: InjectionPoint; readonly choice: Choice; readonly what: string },
): Promise<RecordedRun> {
  const { call, padding } = point;
  let number = point.number;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const inject = `${call.name}:${what}:when=${number}`;
    const run = await recordRun({ ...request, inject, ...(padding === undefined ? {} : { padding }) });
    const meant = chosenCalls(run, choice).filter((other) => isAlike(other, call))[point.ordinal];
    if (meant !== undefined && (meant.call.result === null || meant.call.isInjected)) return run;
    number = meant === undefined ? point.number : numberOf(run, meant);
  }
  throw new Error(`${call.name} of ${call.path}, number ${point.number}, was not hit`);
}

function isAlike(one: FolderCall, other: FolderCall): boolean {
  return one.name === other.name && one.path === other.path;
}

function chosenCalls(run: RecordedRun, choice: Choice): FolderCall[] {
  const { readyAt } = ready(run);
  return run.calls.filter((call) => call.call.beganAt > readyAt && choice(call));
}

function numberOf({ traced }: RecordedRun, { call, name }: FolderCall): number {
  return traced.filter((other) => other.name === name && other.thread === call.thread).indexOf(call) + 1;
}

function ready({ said, traced }: RecordedRun): { readyAt: number; mainThread: number } {
  const readyAt = said.find(({ line }) => line.line === 'ready')?.at ?? Number.POSITIVE_INFINITY;
  const call = traced.find(({ beganAt }) => beganAt === readyAt);
  return { readyAt, mainThread: call?.thread ?? 0 };
}
