import { join } from 'node:path';
import { app, type UtilityProcess, utilityProcess } from 'electron';
import type { Logger } from '../../app/logger.ts';
import { logFolder } from '../system/log-folder.ts';
import type { ServiceListener, ServiceProcess } from './service-keeper.ts';
import type { FromService } from './service-messages.ts';

/** Starts the process of the service. Its log is beside the app's: two processes cannot rotate one file. */
export function forkService(listener: ServiceListener, logger: Logger): ServiceProcess {
  const entry = join(app.getAppPath(), 'out/main/service.js');
  const args = ['--log-file', join(logFolder(app), 'service.log')];
  const child = utilityProcess.fork(entry, args, { serviceName: 'Keepfold service', stdio: 'inherit' });
  child.on('message', (message: FromService) => listener.said(message));
  // The process ends next. Without a listener Electron would show a box with a stack trace.
  child.on('error', (type, location) => logger.fatal({ event: 'service-fatal', type, location }));
  child.on('exit', () => listener.ended());
  return { post: (message) => child.postMessage(message), kill: () => end(child) };
}

/** Electron's own `kill` sends SIGTERM first, which a hanging process ignores. */
function end({ pid }: UtilityProcess): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It has ended meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
