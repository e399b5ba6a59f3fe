import { fork } from 'node:child_process';
import { runParts } from '../app/self-test/run-parts.ts';
import { newTestFolder, printReport, removeTestFolder, testProgram } from '../app/self-test/self-test.ts';
import type { PartsWanted, PartTried, StartProber } from '../app/self-test/supervise-parts.ts';
import { PARTS_OPTION } from './serve-options.ts';

/** Tries what the server needs, prints one line about it and returns the exit code. Opens no data folder. */
export async function selfTest(): Promise<number> {
  const folder = newTestFolder();
  try {
    const report = await testProgram('server', { folder, startProber, ownChecks: [] });
    await printReport(report);
    return report.isGood ? 0 : 1;
  } finally {
    await removeTestFolder(folder);
  }
}

/** Starts this program again. Its output is not the report. */
const startProber: StartProber = ({ said, ended }) => {
  const [, entry = ''] = process.argv;
  const child = fork(entry, [PARTS_OPTION], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.on('message', (message: PartTried) => said(message));
  child.on('error', (error) => ended(error.message));
  child.on('exit', (code, signal) => ended(signal ?? `exit code ${code}`));
  return { post: (message) => void child.send(message), kill: () => void child.kill('SIGKILL') };
};

/** In the process that `selfTest` starts. */
export function answerSelfTest(): void {
  process.once('message', (wanted: PartsWanted) => {
    runParts(wanted, (tried) => process.send?.(tried)).catch((error: unknown) => {
      throw error;
    });
  });
  // The asking process is gone.
  process.on('disconnect', () => process.exit(1));
}
