import { type DesktopSettingsChange, NOTIFICATION_KINDS } from '../../src-shared/desktop-bridge.ts';
import { isClosingChoice, isLanguage, isNotificationKind } from './system/kept-settings.ts';

const ID = /^[0-9a-zA-Z-]{1,64}$/;

/**
 * Accepts no arguments.
 * @throws Error when there are any
 */
export function readNothing(name: string, args: readonly unknown[]): void {
  if (args.length > 0) throw new Error(`${name} takes no argument`);
}

/** The id of a linked folder. @throws Error for anything else */
export function readFolderId(name: string, args: readonly unknown[]): string {
  const [folderId] = args;
  if (args.length === 1 && isId(folderId)) return folderId;
  throw new Error(`${name} takes the id of a linked folder`);
}

/** The id that the page gave an upload. @throws Error for anything else */
export function readUploadId(name: string, args: readonly unknown[]): string {
  const [uploadId] = args;
  if (args.length === 1 && isId(uploadId)) return uploadId;
  throw new Error(`${name} takes the id of an upload`);
}

/** How many files. @throws Error for anything else */
export function readFileCount(name: string, args: readonly unknown[]): number {
  const [files] = args;
  if (args.length === 1 && typeof files === 'number' && Number.isSafeInteger(files) && files >= 0)
    return files;
  throw new Error(`${name} takes a number of files`);
}

/**
 * An item of a linked folder; its path is checked where it is followed.
 * @throws Error for anything else
 */
export function readItem(name: string, args: readonly unknown[]): { folderId: string; path: string } {
  const [folderId, path] = args;
  if (args.length === 2 && isId(folderId) && typeof path === 'string') return { folderId, path };
  throw new Error(`${name} takes the id of a linked folder and a path`);
}

/** The path of a folder of the drive, which is checked where it is opened. @throws Error for anything else */
export function readDrivePath(name: string, args: readonly unknown[]): string {
  const [path] = args;
  if (args.length === 1 && typeof path === 'string') return path;
  throw new Error(`${name} takes the path of a drive`);
}

/**
 * Settings to change, with checked types.
 * @throws Error for anything else
 */
export function readSettingsChange(name: string, args: readonly unknown[]): DesktopSettingsChange {
  const [change] = args;
  if (args.length === 1 && isSettingsChange(change)) return change;
  throw new Error(`${name} takes settings of the desktop app`);
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value);
}

const isSwitch = (value: unknown): value is boolean => typeof value === 'boolean';

const areKinds = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= NOTIFICATION_KINDS.length && value.every(isNotificationKind);

const SETTINGS: Record<keyof DesktopSettingsChange, (value: unknown) => boolean> = {
  closing: isClosingChoice,
  startAtLogin: isSwitch,
  notifies: isSwitch,
  muted: areKinds,
  checksForUpdates: isSwitch,
  language: isLanguage,
};

function isSettingsChange(value: unknown): value is DesktopSettingsChange {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const known = new Map<string, (value: unknown) => boolean>(Object.entries(SETTINGS));
  return Object.entries(value).every(([key, each]) => known.get(key)?.(each) === true);
}
