import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './project.mjs';

const passedOn = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']);

/**
 * Runs a set-up step with everything it prints on stderr. Gives its exit code, 124 when it ran out of time and 127
 * when it could not be started.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, timeoutMs?: number, quiet?: boolean }} [options]
 * @returns {Promise<number>}
 */
export function runStep(command, args, options = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env: options.env ?? process.env,
    stdio: options.quiet ? 'ignore' : ['ignore', 2, 2],
    shell: process.platform === 'win32' && command.endsWith('.cmd'),
  });
  return new Promise((done) => {
    const stopPassing = passSignals(child);
    const timer = options.timeoutMs ? setTimeout(() => child.kill('SIGKILL'), options.timeoutMs) : undefined;
    child.once('error', () => {
      clearTimeout(timer);
      stopPassing();
      done(127);
    });
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      const interruptedBy = stopPassing();
      // The step was stopped because the launcher was: nothing that follows it should run.
      if (interruptedBy) process.exit(128 + constants.signals[interruptedBy]);
      done(signal ? 124 : (code ?? 1));
    });
  });
}

/**
 * Becomes the given program as nearly as Node can: same terminal, same signals, same way of ending.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<never>}
 */
export async function becomeProcess(command, args) {
  const child = spawn(command, args, { stdio: 'inherit', windowsHide: false });
  const { code, signal } = await ending(child);
  return endLike(code, signal);
}

/**
 * Resolves when the child has ended; signals sent to this process meanwhile reach it.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null }>}
 */
export function ending(child) {
  return new Promise((done, fail) => {
    const stopPassing = passSignals(child);
    child.once('error', (error) => {
      stopPassing();
      fail(error);
    });
    child.once('exit', (code, signal) => {
      stopPassing();
      done({ code, signal });
    });
  });
}

/**
 * Ends this process the way the other one ended.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 * @returns {Promise<never>}
 */
export function endLike(code, signal) {
  if (!signal) process.exit(code ?? 1);
  process.kill(process.pid, signal);
  // Reached by signals whose default is not to end a process.
  return new Promise(() => setTimeout(() => process.exit(128 + constants.signals[signal]), 1_000));
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => NodeJS.Signals | null} stops passing, and says which signal came first
 */
function passSignals(child) {
  /** @type {NodeJS.Signals | null} */
  let first = null;
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    first ??= signal;
    child.kill(signal);
  };
  for (const signal of passedOn) process.on(signal, pass);
  return () => {
    for (const signal of passedOn) process.off(signal, pass);
    return first;
  };
}
