import { join } from 'node:path';
import type { App } from 'electron';

/**
 * Where the logs of the app are: `shell.log` of its window and menus, `service.log` of the service. Electron makes the
 * folder when it is asked for it, and refuses where it cannot; the logs do without then, and the app starts.
 */
export function logFolder(app: Pick<App, 'getPath'>): string {
  try {
    return app.getPath('logs');
  } catch {
    return join(app.getPath('userData'), 'logs');
  }
}
