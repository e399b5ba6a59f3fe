import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forkService } from './forked-service.ts';
import { holdLongTimers } from './held-timers.ts';
import { readiness } from './readiness.ts';
import { answerTest } from './test-questions.ts';

// The part of Electron's interface that the shell uses. It draws nothing and keeps what it was told, for the test.

class App extends EventEmitter {
  readonly isPackaged = process.env['KEEPFOLD_STUB_PACKAGED'] === '1';
  isSandboxed = false;
  readonly removedSwitches: string[] = [];
  readonly commandLine = {
    removeSwitch: (name: string) => this.removedSwitches.push(name),
    hasSwitch: (name: string) => name === 'no-sandbox' && process.env['KEEPFOLD_STUB_NO_SANDBOX'] === '1',
  };
  #userData = process.env['KEEPFOLD_STUB_USER_DATA'] ?? '';

  enableSandbox(): void {
    readiness.notYet('app.enableSandbox');
    this.isSandboxed = true;
  }

  /** Chromium makes its lock in the folder of the profile, and gives none where it cannot. */
  requestSingleInstanceLock(): boolean {
    try {
      mkdirSync(this.#userData, { recursive: true });
      rmdirSync(mkdtempSync(join(this.#userData, 'SingletonLock-')));
    } catch {
      return false;
    }
    return process.env['KEEPFOLD_STUB_SECOND_INSTANCE'] !== '1';
  }

  whenReady(): Promise<void> {
    return readiness.whenReady();
  }

  setPath(name: string, path: string): void {
    if (name !== 'userData') return;
    readiness.notYet("app.setPath('userData')");
    this.#userData = path;
  }

  getGPUFeatureStatus() {
    return { gpu_compositing: 'enabled' };
  }

  setAppUserModelId(id: string): string {
    return id;
  }

  getPreferredSystemLanguages(): string[] {
    return (process.env['KEEPFOLD_STUB_LANGUAGES'] ?? 'en-GB').split(' ');
  }

  getLoginItemSettings() {
    return { wasOpenedAtLogin: false };
  }

  /** The folder of the logs is made when it is asked for, and an app that may not make it is refused. */
  getPath(name: string): string {
    if (name !== 'logs') return this.#userData;
    mkdirSync(join(this.#userData, 'logs'), { recursive: true });
    return join(this.#userData, 'logs');
  }

  /** A checkout, or the archive in a package. */
  getAppPath(): string {
    return process.env['KEEPFOLD_STUB_APP'] ?? fileURLToPath(new URL('../../../', import.meta.url));
  }

  exit(code: number): void {
    process.exit(code);
  }

  quit(): void {
    let isHeld = false;
    const preventDefault = (): void => {
      isHeld = true;
    };
    this.emit('before-quit', { preventDefault });
    if (!isHeld) process.exit(0);
  }
}

export const app = new App();
// Where the archive of a package lies, and what is beside it.
Object.assign(process, { resourcesPath: dirname(app.getAppPath()) });

class WebContents extends EventEmitter {
  openHandler: (details: { url: string }) => unknown = () => null;
  url = '';
  hasCrashed = false;
  readonly told: unknown[] = [];

  setWindowOpenHandler(handler: (details: { url: string }) => unknown): void {
    this.openHandler = handler;
  }

  getURL(): string {
    return this.url;
  }

  isCrashed(): boolean {
    return this.hasCrashed;
  }

  /** The process of the page ends; what it showed stays white until something is loaded. */
  crash(reason: string): void {
    this.hasCrashed = true;
    this.emit('render-process-gone', {}, { reason, exitCode: 5 });
  }

  forcefullyCrashRenderer(): void {
    this.crash('killed');
  }

  send(...told: unknown[]): void {
    this.told.push(told);
  }
}

const windows: BrowserWindow[] = [];
const pageLoaded = Promise.withResolvers<true>();

export class BrowserWindow extends EventEmitter {
  readonly webContents = new WebContents();
  readonly options: object;
  timesShown = 0;
  isHidden = true;
  isSmall = false;
  isLarge = false;
  progress = -1;
  isGone = false;
  /** Every address that was loaded. */
  readonly loads: string[] = [];

  constructor(options: object) {
    readiness.only('BrowserWindow');
    super();
    this.options = options;
    windows.push(this);
    app.emit('web-contents-created', {}, this.webContents);
  }

  static fromWebContents(): BrowserWindow | null {
    return windows[0] ?? null;
  }

  async loadURL(url: string): Promise<void> {
    this.webContents.url = url;
    this.webContents.hasCrashed = false;
    this.loads.push(url);
    if (process.env['KEEPFOLD_STUB_PAGE_CRASHES'] === '1') {
      this.webContents.crash('crashed');
      return await new Promise(() => undefined);
    }
    this.emit('ready-to-show');
    pageLoaded.resolve(true);
    await Promise.resolve();
  }

  getNormalBounds() {
    return { x: 40, y: 50, width: 900, height: 700 };
  }

  isMaximized(): boolean {
    return this.isLarge;
  }

  isMinimized(): boolean {
    return this.isSmall;
  }

  isFocused(): boolean {
    return false;
  }

  maximize(): void {
    this.isLarge = true;
  }

  minimize(): void {
    this.isSmall = true;
  }

  restore(): void {
    this.isSmall = false;
  }

  setProgressBar(progress: number): void {
    this.progress = progress;
  }

  show(): void {
    this.isHidden = false;
    this.timesShown++;
  }

  hide(): void {
    this.isHidden = true;
  }

  focus(): void {
    this.emit('focus');
  }

  isDestroyed(): boolean {
    return this.isGone;
  }

  destroy(): void {
    windows.splice(windows.indexOf(this), 1);
    this.isGone = true;
    this.emit('closed');
    if (windows.length === 0) app.emit('window-all-closed');
  }
}

const questions = { asked: [] as string[], answer: 0 };

export const dialog = {
  /**
   * Before the app is ready there is no box on Linux, only these lines, which a user who started it from a menu never sees.
   */
  showErrorBox(title: string, content: string): void {
    const isBox = readiness.isReady || process.platform !== 'linux';
    process.stderr.write(`${isBox ? 'a box says ' : ''}${title}\n${content}\n`);
  },
  showMessageBox: (_window: BrowserWindow, { message }: { message: string }) => {
    readiness.only('dialog.showMessageBox');
    questions.asked.push(message);
    return Promise.resolve({ response: questions.answer });
  },
  showOpenDialog: () => {
    readiness.only('dialog.showOpenDialog');
    return Promise.resolve({ canceled: false, filePaths: ['/home/ada/Photos'] });
  },
};

type IpcHandler = (event: unknown, ...args: unknown[]) => unknown;

const ipcHandlers = new Map<string, IpcHandler>();

export const ipcMain = {
  handle: (channel: string, handler: IpcHandler) => ipcHandlers.set(channel, handler),
};

interface StubMenu {
  readonly template: readonly unknown[];
}

const shown: { trayMenu: StubMenu; appMenu: StubMenu; tray: string; image: string } = {
  trayMenu: { template: [] },
  appMenu: { template: [] },
  tray: '',
  image: '',
};

export const Menu = {
  setApplicationMenu: (menu: StubMenu) => {
    shown.appMenu = menu;
  },
  buildFromTemplate: (template: readonly unknown[]): StubMenu => ({ template }),
};

export class Tray extends EventEmitter {
  constructor(image: string) {
    readiness.only('Tray');
    super();
    shown.image = image;
  }

  setImage(image: string): void {
    shown.image = image;
  }

  setToolTip(words: string): void {
    shown.tray = words;
  }

  setContextMenu(menu: StubMenu): void {
    shown.trayMenu = menu;
  }

  destroy(): void {
    shown.image = '';
  }
}

export const nativeImage = { createFromPath: (path: string) => path };

const notifications: { options: { title: string }; shown: WeakRef<Notification> }[] = [];

export class Notification extends EventEmitter {
  readonly #options: { title: string };

  constructor(options: { title: string }) {
    readiness.only('Notification');
    super();
    this.#options = options;
  }

  static isSupported(): boolean {
    return true;
  }

  show(): void {
    notifications.push({ options: this.#options, shown: new WeakRef(this) });
  }
}

const copied: string[] = [];

export const clipboard = { writeText: (text: string) => copied.push(text) };

const display = { id: 1, workArea: { x: 0, y: 0, width: 1_920, height: 1_040 } };

export const screen = {
  getPrimaryDisplay: () => {
    readiness.only('screen');
    return display;
  },
  getAllDisplays: () => {
    readiness.only('screen');
    return [display];
  },
};

const services: ChildProcess[] = [];

/** What a user does before the service runs: quits, or starts the app again with these arguments. */
function whileStarting(doing: string | undefined): void {
  if (doing === 'quit') setImmediate(() => app.quit());
  else if (doing !== undefined) app.emit('second-instance', {}, doing.split(' '));
}

export const utilityProcess = {
  fork(entry: string, args: string[]) {
    readiness.only('utilityProcess.fork');
    const isToEnd = services.length < Number(process.env['KEEPFOLD_STUB_EARLY_ENDS'] ?? 0);
    const child = forkService(entry, { args, preloads: isToEnd ? ['./end-at-once.ts'] : [] });
    services.push(child);
    whileStarting(process.env['KEEPFOLD_STUB_WHILE_STARTING']);
    return Object.assign(child, { postMessage: (message: object) => child.send(message) });
  },
};

export const powerMonitor = Object.assign(new EventEmitter(), { isOnBatteryPower: () => false });

export const nativeTheme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false });

const schemes: unknown[] = [];

export const protocol = {
  registerSchemesAsPrivileged(registered: unknown[]): void {
    readiness.notYet('protocol.registerSchemesAsPrivileged');
    schemes.push(...registered);
  },
};

type RequestHandler = (request: Request) => Promise<Response>;
type PermissionAsked = (contents: unknown, permission: string, answer: (isGranted: boolean) => void) => void;
type PermissionChecked = (contents: unknown, permission: string) => boolean;
type BeforeRequest = (details: { url: string }, answer: (given: { cancel: boolean }) => void) => void;

const handlers: {
  scheme?: RequestHandler;
  permissionAsked?: PermissionAsked;
  permissionChecked?: PermissionChecked;
  device?: () => boolean;
  beforeRequest?: BeforeRequest;
} = {};

const defaultSession = {
  protocol: {
    handle(_scheme: string, handler: RequestHandler): void {
      handlers.scheme = handler;
    },
  },
  setPermissionRequestHandler(handler: PermissionAsked): void {
    handlers.permissionAsked = handler;
  },
  setPermissionCheckHandler(handler: PermissionChecked): void {
    handlers.permissionChecked = handler;
  },
  setDevicePermissionHandler(handler: () => boolean): void {
    handlers.device = handler;
  },
  webRequest: {
    onBeforeRequest(listener: BeforeRequest): void {
      handlers.beforeRequest = listener;
    },
  },
};

export const session = {
  get defaultSession() {
    readiness.only('session.defaultSession');
    return defaultSession;
  },
};

const shownPaths: string[] = [];
const openedPaths: string[] = [];

export const shell = {
  showItemInFolder: (path: string) => shownPaths.push(path),
  openPath: async (path: string): Promise<string> => {
    openedPaths.push(path);
    return '';
  },
};

holdLongTimers();
answerTest({
  ...{
    app,
    windows,
    whenLoaded: pageLoaded.promise,
    ipcHandlers,
    schemes,
    handlers,
    shownPaths,
    openedPaths,
  },
  ...{ shown, notifications, copied, services, questions },
});
