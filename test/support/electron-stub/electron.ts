import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import { answerTest } from './test-questions.ts';

// The part of Electron's interface that the shell uses. It draws nothing and keeps what it was told, for the test.

class App extends EventEmitter {
  readonly isPackaged = false;
  isSandboxed = false;
  readonly removedSwitches: string[] = [];
  readonly commandLine = { removeSwitch: (name: string) => this.removedSwitches.push(name) };

  enableSandbox(): void {
    this.isSandboxed = true;
  }

  requestSingleInstanceLock(): boolean {
    return process.env['KEEPFOLD_STUB_SECOND_INSTANCE'] !== '1';
  }

  async whenReady(): Promise<void> {
    await Promise.resolve();
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

  setWindowOpenHandler(handler: (details: { url: string }) => unknown): void {
    this.openHandler = handler;
  }
}

const windows: BrowserWindow[] = [];
const pageLoaded = Promise.withResolvers<true>();

export class BrowserWindow extends EventEmitter {
  readonly webContents = new WebContents();
  readonly options: object;
  loadedUrl = '';
  timesShown = 0;

  constructor(options: object) {
    super();
    this.options = options;
    windows.push(this);
    app.emit('web-contents-created', {}, this.webContents);
  }

  static getAllWindows(): BrowserWindow[] {
    return windows;
  }

  static fromWebContents(): BrowserWindow | null {
    return windows[0] ?? null;
  }

  async loadURL(url: string): Promise<void> {
    this.loadedUrl = url;
    this.emit('ready-to-show');
    pageLoaded.resolve(true);
    await Promise.resolve();
  }

  isMinimized(): boolean {
    return false;
  }

  show(): void {
    this.timesShown++;
  }

  focus(): void {
    this.emit('focus');
  }
}

export const dialog = {
  showErrorBox(title: string, content: string): void {
    process.stderr.write(`${title}: ${content}\n`);
  },
  showOpenDialog: () => Promise.resolve({ canceled: false, filePaths: ['/home/ada/Photos'] }),
};

type IpcHandler = (event: unknown, ...args: unknown[]) => unknown;

const ipcHandlers = new Map<string, IpcHandler>();

export const ipcMain = {
  handle: (channel: string, handler: IpcHandler) => ipcHandlers.set(channel, handler),
};

export const Menu = { setApplicationMenu: () => null, buildFromTemplate: () => ({}) };

export const nativeTheme = { shouldUseDarkColors: false };

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

export const shell = { showItemInFolder: (path: string) => shownPaths.push(path) };

answerTest({ app, windows, whenLoaded: pageLoaded.promise, ipcHandlers, schemes, handlers, shownPaths });
