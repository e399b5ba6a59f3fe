import { join } from 'node:path';
import { app, utilityProcess } from 'electron';
import type { PartTried, StartProber } from '../../app/self-test/supervise-parts.ts';

/** The process of the service, which tries what it is made from instead of serving. Its output is not the report. */
export const forkProber: StartProber = ({ said, ended }) => {
  const entry = join(app.getAppPath(), 'out/main/service.js');
  const child = utilityProcess.fork(entry, [], {
    serviceName: 'Keepfold self-test',
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  child.on('message', (message: PartTried) => said(message));
  child.on('exit', (code) => ended(`exit code ${code}`));
  return { post: (message) => child.postMessage(message), kill: () => void child.kill() };
};
