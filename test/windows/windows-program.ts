import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { driveC, WINDOWS_NODE, windowsCall } from '../../resources/launch/wine.mjs';

/** The checkout as Windows has it. */
const PROJECT = 'C:\\keepfold';
const outputs = onThisMachine('C:\\outputs');

let started = 0;

/** Where this machine has a path of Windows' drive C:. */
export function onThisMachine(windowsPath: string): string {
  return join(driveC, windowsPath.slice('C:\\'.length).replaceAll('\\', '/'));
}

/** A file of the checkout as Windows calls it. */
export function projectFile(path: string): string {
  return `${PROJECT}\\${path.replaceAll('/', '\\')}`;
}

/** A program that runs on Windows. */
export interface WindowsProgram {
  /** Resolves when it has ended, with its exit code. */
  readonly ended: Promise<number | null>;
  hasEnded(): boolean;
  /** Ends its start on this machine; what it has started on Windows may go on. */
  kill(): void;
  output(): string;
  errors(): string;
}

/** Starts a script of the checkout in Windows' own Node. */
export function startScript(
  path: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): WindowsProgram {
  return startProgram([WINDOWS_NODE, projectFile(path), ...args], env);
}

/** Starts a Windows program in the folder of the checkout. */
export function startProgram(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): WindowsProgram {
  started += 1;
  mkdirSync(outputs, { recursive: true });
  const [output, errors] = ['out', 'err'].map((end) => join(outputs, `${process.pid}-${started}.${end}`));
  const call = windowsCall(words, { at: onThisMachine(PROJECT), env: { ...process.env, ...env } });
  const child = spawnInto(call, [output ?? '', errors ?? '']);
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return {
    ended,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    kill: () => void child.kill('SIGKILL'),
    output: () => readFileSync(output ?? '', 'utf8'),
    errors: () => readFileSync(errors ?? '', 'utf8'),
  };
}

function spawnInto(call: ReturnType<typeof windowsCall>, files: readonly [string, string]): ChildProcess {
  const [output, errors] = [openSync(files[0], 'w'), openSync(files[1], 'w')];
  const child = spawn(call.command, call.args, { env: call.env, stdio: ['ignore', output, errors] });
  closeSync(output);
  closeSync(errors);
  return child;
}
