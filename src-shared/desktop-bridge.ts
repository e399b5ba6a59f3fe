import type { SaidJson } from './folders-api.ts';
import type { Language } from './languages.ts';

/**
 * What the page needs from the desktop shell for linked folders: the few things a browser cannot do. No file contents are
 * passed here.
 */
export interface DesktopBridge {
  readonly isDesktop: true;
  /** The absolute path the user chose in the system's dialog; null when they cancelled. */
  pickFolder(): Promise<string | null>;
  /** Opens the linked folder in the system's file manager. */
  revealFolder(folderId: string): Promise<void>;
}

/** Identifies an upload of the page to the shell; the service never sees it. */
export const UPLOAD_ID_HEADER = 'x-keepfold-upload';

/** What a browser does for an upload by itself, and the shell's own scheme does not. Ids are chosen by the page. */
export interface UploadFollower {
  /** Bytes that the service has received so far; 0 before it begins and when it is over. */
  uploadedBytes(uploadId: string): Promise<number>;
  /** Ends it; nothing of it gets into the library, unless all of it was there already. */
  cancelUpload(uploadId: string): Promise<void>;
}

/** All that the desktop shell offers the page, as `window.keepfold`. Absent in a browser. */
export interface DesktopShell extends DesktopBridge, UploadFollower {
  /**
   * Shows a file or folder of a linked folder in the system's file manager. The path is relative to the linked folder,
   * with `/` between its names. Fails when it is not there, or leads out of the folder.
   */
  revealItem(folderId: string, path: string): Promise<void>;
  /**
   * Opens it with the program that the system uses for it: pictures, sound, film, documents, text and folders. Anything else
   * might start something, and is shown in its folder instead, which the answer says.
   */
  openItem(folderId: string, path: string): Promise<'opened' | 'shown'>;
  /** Opens a folder of the service's drive in the file manager, by its path: `/dav/Photos/`. On Linux alone. */
  openDrive(path: string): Promise<void>;
  /** The absolute path of a `File` that was dropped on the page, which may be a folder; empty for one created by a page. */
  pathOf(dropped: object): string;
  /**
   * Reports how many files the page has yet to upload. While there are any, its window stays open and quitting asks first.
   */
  uploadsLeft(files: number): Promise<void>;
  settings(): Promise<DesktopSettings>;
  /** Changes the given settings and returns all of them, read back from the system. */
  changeSettings(change: DesktopSettingsChange): Promise<DesktopSettings>;
  /** Opens the system's own page on what starts at login. */
  openLoginSettings(): Promise<void>;
  checkForUpdate(): Promise<UpdateCheck>;
  /** Fetches the update that a check found; the app restarts with it. */
  installUpdate(): Promise<void>;
  /** The absolute path of the folder with the logs of the app and of the service. */
  logFolder(): Promise<string>;
  serviceState(): Promise<DesktopServiceState>;
  /** Calls back on every change from now on; the returned function ends that. */
  onServiceState(listener: (state: DesktopServiceState) => void): () => void;
  /** Tries again after the shell gave up on the service; a silent one is ended first. */
  startService(): Promise<void>;
}

/**
 * `restarting`: it ended by itself and is being restarted. `stopped`: it is not restarted; the reason is a sentence. `slow`:
 * it runs, and a sign of life is overdue. `silent`: it no longer sends anything.
 */
export interface DesktopServiceState {
  readonly state: 'starting' | 'running' | 'slow' | 'restarting' | 'stopped' | 'silent';
  /** Empty unless stopped. */
  readonly reason: string;
  /** The same; null where there is no code for it. */
  readonly said?: SaidJson | null;
}

/** What happens when the window is closed; `ask` until the user has chosen. */
export type ClosingChoice = 'ask' | 'keep-running' | 'quit';

/**
 * `unavailable`: the way the app runs here, there is nothing that could be started. `needs-approval`: the system waits for
 * the user to approve.
 */
export type LoginStart = 'on' | 'off' | 'needs-approval' | 'unavailable';

/** What notifications are about, as a user can turn them on and off. Other notifications have no switch of their own. */
export const NOTIFICATION_KINDS = [
  'unsaved',
  'decision',
  'away',
  'conflict',
  'damage',
  'backup',
  'update',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export interface DesktopSettings {
  readonly closing: ClosingChoice;
  /** As the system has it at this moment. */
  readonly startAtLogin: LoginStart;
  /** Whether the system shows notifications about what needs the user. */
  readonly notifies: boolean;
  /** The kinds that are not shown although notifications are on. */
  readonly muted: readonly NotificationKind[];
  /** Looks for a new version once a day; off until the user wants it. */
  readonly checksForUpdates: boolean;
  /** Whether this build knows where to look for new versions. */
  readonly canUpdate: boolean;
}

/** The defaults. */
export const DESKTOP_DEFAULTS = {
  closing: 'ask',
  notifies: true,
  muted: [],
  checksForUpdates: false,
} as const satisfies Partial<DesktopSettings>;

export interface DesktopSettingsChange {
  readonly closing?: ClosingChoice;
  readonly startAtLogin?: boolean;
  readonly notifies?: boolean;
  readonly muted?: readonly NotificationKind[];
  readonly checksForUpdates?: boolean;
  /** Each page reports its language, so that menus and notifications use it too. */
  readonly language?: Language;
}

/** `off`: this build does not know where to look. The version is empty unless one is available. */
export interface UpdateCheck {
  readonly state: 'off' | 'current' | 'available';
  readonly version: string;
}
