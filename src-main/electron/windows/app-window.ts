import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, screen, type WebContents } from 'electron';
import { START_PAGE } from '../app-address.ts';
import type { SettingsFile } from '../system/kept-settings.ts';
import type { TaskbarProgress } from '../system/taskbar-progress.ts';
import { ERROR_PAGE } from './error-page.ts';
import { placeWindow, SMALLEST_WINDOW } from './window-place.ts';

/** A hidden page costs memory; drawing it again costs less than half a second. */
const LET_GO_AFTER_MS = 5 * 60 * 1_000;

// What is behind the page until it is drawn: the page's own colours, so that opening does not flash.
const background = { light: '#ffffff', dark: '#16181d' };

export interface WindowParts {
  readonly preload: string;
  readonly settings: SettingsFile;
  /** The user closed the window, which stays until it is told otherwise. */
  readonly onClose: () => void;
  readonly onMade: (window: BrowserWindow) => void;
}

/** The one window of the app. It remembers where it was, on the screen and in the page, also while there is none. */
export class AppWindow {
  readonly #parts: WindowParts;
  #window: BrowserWindow | null = null;
  #address = START_PAGE;
  #letGo: NodeJS.Timeout | undefined;
  /** Files that the page has yet to upload, as it says. */
  uploadsLeft = 0;

  constructor(parts: WindowParts) {
    this.#parts = parts;
    nativeTheme.on('updated', () => this.#window?.setBackgroundColor(backgroundColour()));
  }

  get native(): BrowserWindow | null {
    return this.#window;
  }

  /** Brings the window to the person, at a place of the page or where it was. */
  async show(hash: string | null = null): Promise<void> {
    clearTimeout(this.#letGo);
    // The Dock shows the app while it has a window.
    await app.dock?.show();
    const open = this.#window;
    if (open === null) return await this.#open(hash, (window) => window.show());
    const place = placeToLoad(open.webContents, hash);
    if (place !== null) await open.loadURL(place);
    if (open.isMinimized()) open.restore();
    open.show();
    open.focus();
  }

  /** Opens the window where it is seen in the list of windows only. */
  async showMinimised(): Promise<void> {
    await this.#open(null, (window) => window.minimize());
  }

  /** Takes the window away, and after a while also the page in it, once that has uploaded what it was given. */
  hide(): void {
    this.#window?.hide();
    app.dock?.hide();
    this.#letGoLater();
  }

  #letGoLater(): void {
    clearTimeout(this.#letGo);
    this.#letGo = setTimeout(() => {
      if (this.uploadsLeft > 0) this.#letGoLater();
      else this.#destroy();
    }, LET_GO_AFTER_MS);
    this.#letGo.unref();
  }

  minimise(): void {
    this.#window?.minimize();
  }

  showProgress(progress: TaskbarProgress): void {
    // Electron's words: below zero removes it, above one is a bar without an end.
    const value = progress === 'unknown' ? 2 : (progress ?? -1);
    this.#window?.setProgressBar(value);
  }

  /** Tells the page something on a channel that its preload script listens on. */
  tell(channel: string, value: unknown): void {
    this.#window?.webContents.send(channel, value);
  }

  async #open(hash: string | null, appear: (window: BrowserWindow) => void): Promise<void> {
    const { x, y, width, height, isMaximised } = placeWindow(this.#parts.settings.kept.place, workAreas());
    const window = new BrowserWindow({
      ...(x === undefined || y === undefined ? {} : { x, y }),
      width,
      height,
      minWidth: SMALLEST_WINDOW.width,
      minHeight: SMALLEST_WINDOW.height,
      show: false,
      autoHideMenuBar: true,
      title: 'Keepfold',
      icon: join(app.getAppPath(), 'resources/icon.png'),
      backgroundColor: backgroundColour(),
      webPreferences: webPreferences(this.#parts.preload),
    });
    this.#window = window;
    if (isMaximised) window.maximize();
    window.once('ready-to-show', () => appear(window));
    window.on('close', (event) => {
      event.preventDefault();
      this.#keepPlace();
      this.#parts.onClose();
    });
    window.webContents.on('render-process-gone', () => {
      this.uploadsLeft = 0;
    });
    this.#parts.onMade(window);
    await window.loadURL(hash === null ? this.#address : START_PAGE + hash);
  }

  #destroy(): void {
    if (this.#window === null) return;
    const address = this.#window.webContents.getURL();
    this.#address = address === ERROR_PAGE ? START_PAGE : address;
    // Not close(), which asks what closing means.
    this.#window.destroy();
    this.#window = null;
  }

  #keepPlace(): void {
    if (this.#window === null) return;
    const { x, y, width, height } = this.#window.getNormalBounds();
    const place = { x, y, width, height, isMaximised: this.#window.isMaximized() };
    this.#parts.settings.note({ place });
  }

  /** Ends with the app: what the window was like is kept, and the user is not asked. */
  end(): void {
    clearTimeout(this.#letGo);
    this.#keepPlace();
    this.#destroy();
  }
}

/** A place in a page that is already there: its address changes and nothing is loaded. Null: all is as it is wanted. */
function placeToLoad(page: WebContents, hash: string | null): string | null {
  if (hash !== null)
    return page.getURL() === START_PAGE + hash && !page.isCrashed() ? null : START_PAGE + hash;
  return page.isCrashed() ? START_PAGE : null;
}

function webPreferences(preload: string) {
  return {
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
  };
}

function workAreas() {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  return [main, ...others].map(({ workArea }) => workArea);
}

function backgroundColour(): string {
  return nativeTheme.shouldUseDarkColors ? background.dark : background.light;
}
