import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import { holdLongTimers } from './held-timers.ts';
import { answerTest } from './test-questions.ts';

// The part of Electron's interface that the shell uses. It draws nothing and keeps what it was told, for the test.

class App extends EventEmitter {
  readonly isPackaged = false;
  isSandboxed = false;
  readonly removedSwitches: string[] = [];
  readonly commandLine = {
    removeSwitch: (name: string) => this.removedSwitches.push(name),
    hasSwitch: () => false,
  };

  enableSandbox(): void {
    this.isSandboxed = true;
  }

  requestSingleInstanceLock(): boolean {
    return process.env['KEEPFOLD_STUB_SECOND_INSTANCE'] !== '1';
  }

  async whenReady(): Promise<void> {
    await Promise.resolve();
  }

  setAppUserModelId(id: string): string {
    return id;
  }

  getPreferredSystemLanguages() {
    return ['en-GB'];
  }

  getLoginItemSettings() {
    return { wasOpenedAtLogin: false };
  }

  getPath(): string {
    return process.env['KEEPFOLD_STUB_USER_DATA'] ?? '';
  }

  getAppPath(): string {
    return fileURLToPath(new URL('../../../', import.meta.url));
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

class WebContents extends EventEmitter {
  openHandler: (details: { url: string }) => unknown = () => null;
  url = '';
  readonly told: unknown[] = [];

  setWindowOpenHandler(handler: (details: { url: string }) => unknown): void {
    this.openHandler = handler;
  }

  getURL(): string {
    return this.url;
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

  constructor(options: object) {
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

  destroy(): void {
    windows.splice(windows.indexOf(this), 1);
    if (windows.length === 0) app.emit('window-all-closed');
  }
}

const questionsAsked: string[] = [];

export const dialog = {
  showErrorBox(title: string, content: string): void {
    process.stderr.write(`${title}: ${content}\n`);
  },
  /** The first button. */
  showMessageBox: () => Promise.resolve({ response: questionsAsked.push('closing') - 1 }),
  showOpenDialog: () => Promise.resolve({ canceled: false, filePaths: ['/home/ada/Photos'] }),
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

const notifications: object[] = [];

export class Notification extends EventEmitter {
  readonly #options: object;

  constructor(options: object) {
    super();
    this.#options = options;
  }

  static isSupported(): boolean {
    return true;
  }

  show(): void {
    notifications.push(this.#options);
  }
}

const copied: string[] = [];

export const clipboard = { writeText: (text: string) => copied.push(text) };

const display = { id: 1, workArea: { x: 0, y: 0, width: 1_920, height: 1_040 } };

export const screen = { getPrimaryDisplay: () => display, getAllDisplays: () => [display] };

const services: ChildProcess[] = [];

export const utilityProcess = {
  fork(entry: string, args: string[]) {
    const loader = new URL('./parent-port.ts', import.meta.url).href;
    const child = fork(entry, args, { execArgv: ['--import', loader], stdio: 'inherit' });
    services.push(child);
    return Object.assign(child, { postMessage: (message: object) => child.send(message) });
  },
};

export const nativeTheme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false });

const schemes: unknown[] = [];

export const protocol = {
  registerSchemesAsPrivileged: (registered: unknown[]) => schemes.push(...registered),
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

export const session = {
  defaultSession: {
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
  ...{ shown, notifications, copied, services, questionsAsked },
});
