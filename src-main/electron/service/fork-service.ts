import { join } from 'node:path';
import { app, type UtilityProcess, utilityProcess } from 'electron';
import { logFolder } from '../system/log-folder.ts';
import type { ServiceListener, ServiceProcess } from './service-keeper.ts';
import type { FromService } from './service-messages.ts';

/** Starts the process of the service. Its log lies beside the app's own: two processes cannot take turns in one file. */
export function forkService(listener: ServiceListener): ServiceProcess {
  const entry = join(app.getAppPath(), 'out/main/service.js');
  const args = ['--log-file', join(logFolder(app), 'service.log')];
  const child = utilityProcess.fork(entry, args, { serviceName: 'Keepfold service', stdio: 'inherit' });
  child.on('message', (message: FromService) => listener.said(message));
  child.on('exit', () => listener.ended());
  return { post: (message) => child.postMessage(message), kill: () => end(child) };
}

/** One that hangs does not hear a request to end. */
function end(child: UtilityProcess): void {
  if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
}
