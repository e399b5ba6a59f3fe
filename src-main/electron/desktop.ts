import { join } from 'node:path';
import { app, BrowserWindow, Menu, session } from 'electron';
import type { RunningApp } from '../app/compose.ts';
import { builtUiDir } from '../app/version.ts';
import { listAppFiles } from './app-files.ts';
import { serveApp } from './app-protocol.ts';
import { answerBridge } from './bridge.ts';
import { hardenSession } from './hardening.ts';
import { stopService } from './service.ts';
import { openWindow, raiseWindow } from './window.ts';

/** Shows the service in a window, until the person quits. The app is ready and the service runs. */
export async function runDesktop(service: RunningApp): Promise<void> {
  const page = builtUiDir();
  if (page === null) throw new Error('the page of the app was not built');
  hardenSession(session.defaultSession);
  serveApp(session.defaultSession, listAppFiles(page), service);
  answerBridge(service.folderPath);
  setMenu();
  quitCleanly(service);
  const showWindow = windowOpener(join(app.getAppPath(), 'out/preload/preload.cjs'));
  app.on('second-instance', showWindow);
  app.on('activate', showWindow);
  await showWindow();
}

/** Opens the window, or brings forward the one there is. */
function windowOpener(preload: string): () => Promise<void> {
  return async () => {
    const [open] = BrowserWindow.getAllWindows();
    if (open) raiseWindow(open);
    else await openWindow(preload);
  };
}

function quitCleanly(service: RunningApp): void {
  let isStopping = false;
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (isStopping) return;
    isStopping = true;
    stopService(service).then(
      () => app.exit(0),
      () => app.exit(1),
    );
  });
  app.on('window-all-closed', () => {
    // On macOS an app stays when its last window is closed.
    if (process.platform !== 'darwin') app.quit();
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => app.quit());
}

/** macOS finds copying, pasting and quitting through the menu; elsewhere the page has all there is. */
function setMenu(): void {
  const isMac = process.platform === 'darwin';
  Menu.setApplicationMenu(
    isMac
      ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }])
      : null,
  );
}
