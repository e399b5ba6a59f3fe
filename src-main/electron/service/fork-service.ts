import { join } from 'node:path';
import { app, utilityProcess } from 'electron';
import type { ServiceListener, ServiceProcess } from './service-keeper.ts';
import type { FromService } from './service-messages.ts';

/** Starts the process of the service. Its log goes where the app's own goes. */
export function forkService(listener: ServiceListener): ServiceProcess {
  const entry = join(app.getAppPath(), 'out/main/service.js');
  const child = utilityProcess.fork(entry, [], { serviceName: 'Keepfold service', stdio: 'inherit' });
  child.on('message', (message: FromService) => listener.said(message));
  child.on('exit', () => listener.ended());
  return { post: (message) => child.postMessage(message), kill: () => void child.kill() };
}
