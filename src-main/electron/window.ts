import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme } from 'electron';
import { START_PAGE } from './app-address.ts';

// What is behind the page until it is drawn: the page's own colours, so that opening does not flash.
const background = { light: '#ffffff', dark: '#16181d' };

/** Opens the window and shows it when the page is there. */
export async function openWindow(preload: string): Promise<BrowserWindow> {
  const window = new BrowserWindow({
    width: 1_180,
    height: 780,
    minWidth: 480,
    minHeight: 400,
    show: false,
    title: 'Keepfold',
    icon: join(app.getAppPath(), 'resources/icon.png'),
    backgroundColor: nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      webviewTag: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      spellcheck: false,
      navigateOnDragDrop: false,
      devTools: !app.isPackaged,
    },
  });
  window.once('ready-to-show', () => window.show());
  await window.loadURL(START_PAGE);
  return window;
}

/** Brings a window to the person who asked for the app again. */
export function raiseWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
