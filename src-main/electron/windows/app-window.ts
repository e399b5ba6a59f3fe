import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, screen, type WebContents } from 'electron';
import { START_PAGE } from '../app-address.ts';
import type { SettingsFile } from '../system/kept-settings.ts';
import type { TaskbarProgress } from '../system/taskbar-progress.ts';
import { ERROR_PAGE } from './error-page.ts';
import { placeWindow, SMALLEST_WINDOW } from './window-place.ts';

/** A hidden page takes memory; loading it again takes less than half a second. */
const LET_GO_AFTER_MS = 5 * 60 * 1_000;

// Background until the page is drawn: its own colours, so that opening does not flash.
const background = { light: '#ffffff', dark: '#16181d' };

export interface WindowParts {
  readonly preload: string;
  readonly settings: SettingsFile;
  /** Called when the user closes the window, which stays until told otherwise. */
  readonly onClose: () => void;
  readonly onMade: (window: BrowserWindow) => void;
}

/** The one window of the app. It remembers its place on the screen and in the page, even while closed. */
export class AppWindow {
  readonly #parts: WindowParts;
  #window: BrowserWindow | null = null;
  #address = START_PAGE;
  #letGo: NodeJS.Timeout | undefined;
  /** Number of files that the page still has to upload. */
  uploadsLeft = 0;

  constructor(parts: WindowParts) {
    this.#parts = parts;
    nativeTheme.on('updated', () => this.#window?.setBackgroundColor(backgroundColour()));
  }

  get native(): BrowserWindow | null {
    return this.#window;
  }

  /** Shows the window in front, at a place of the page or where it last was. */
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

  /** Opens the window minimised. */
  async showMinimised(): Promise<void> {
    await this.#open(null, (window) => window.minimize());
  }

  /** Hides the window, and after a while unloads the page once its uploads are done. */
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
    // In Electron, a value below zero removes it, and one above 1 shows no end.
    const value = progress === 'unknown' ? 2 : (progress ?? -1);
    this.#window?.setProgressBar(value);
  }

  /** Sends the page a message on a channel of its preload script. */
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
    // Not close(), which asks the user.
    this.#window.destroy();
    this.#window = null;
  }

  #keepPlace(): void {
    if (this.#window === null) return;
    const { x, y, width, height } = this.#window.getNormalBounds();
    const place = { x, y, width, height, isMaximised: this.#window.isMaximized() };
    this.#parts.settings.note({ place });
  }

  /** Closes the window with the app: saves its place and does not ask. */
  end(): void {
    clearTimeout(this.#letGo);
    this.#keepPlace();
    this.#destroy();
  }
}

/** Changes the place within a loaded page without loading it. Null: nothing to do. */
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
