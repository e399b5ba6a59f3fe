import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, utilityProcess } from 'electron';
import { newTestFolder, printReport, removeTestFolder, testProgram } from '../../app/self-test/self-test.ts';
import type { PartTried, StartProber } from '../../app/self-test/supervise-parts.ts';
import { logFolder } from '../system/log-folder.ts';
import { checkShell } from './shell-checks.ts';

/**
 * Tries what the app needs, prints one line about it and resolves with the exit code. The app may run at the same time:
 * this opens no data folder and has its own profile. Has to be called before the app is ready.
 */
export async function selfTest(dataDir: string): Promise<number> {
  const places = { profile: app.getPath('userData'), logs: logFolder(app), data: dataDir };
  const folder = newTestFolder();
  useProfile(join(folder, 'profile'));
  // Closing a page after its test must not end the app.
  app.on('window-all-closed', () => undefined);
  try {
    await app.whenReady();
    const ownChecks = await checkShell(places);
    const report = await testProgram('desktop', { folder, startProber: forkProber, ownChecks });
    await printReport(report);
    return report.isGood ? 0 : 1;
  } finally {
    await removeTestFolder(folder);
  }
}

/** If no folder can be made, the parts that need one report it. */
function useProfile(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch {
    return;
  }
  app.setPath('userData', path);
}

/** The process of the service, testing its parts instead of serving. Its output is not the report. */
const forkProber: StartProber = ({ said, ended }) => {
  const entry = join(app.getAppPath(), 'out/main/service.js');
  const child = utilityProcess.fork(entry, [], {
    serviceName: 'Keepfold self-test',
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  child.on('message', (message: PartTried) => said(message));
  child.on('exit', (code) => ended(`exit code ${code}`));
  return { post: (message) => child.postMessage(message), kill: () => void child.kill() };
};
