import { app, BrowserWindow, dialog, type IpcMainInvokeEvent, ipcMain, shell } from 'electron';
import type {
  DesktopServiceState,
  DesktopSettings,
  DesktopSettingsChange,
} from '../../src-shared/desktop-bridge.ts';
import { isAppAddress } from './app-address.ts';
import { ASK } from './bridge-channels.ts';
import {
  readDrivePath,
  readFileCount,
  readFolderId,
  readItem,
  readNothing,
  readSettingsChange,
  readUploadId,
} from './bridge-requests.ts';
import type { PageUploads } from './page-uploads.ts';
import { driveAddress } from './system/drive-address.ts';
import { findLinkedItem, type LinkedItem } from './system/linked-item.ts';
import { logFolder } from './system/log-folder.ts';
import type { LoginItem } from './system/login-item.ts';
import type { Updates } from './system/updates.ts';

export interface BridgeParts {
  /**
   * Absolute path of a linked folder.
   * @throws Error for an unknown id
   */
  readonly folderPath: (folderId: string) => Promise<string>;
  readonly settings: {
    read(): Promise<DesktopSettings>;
    change(change: DesktopSettingsChange): Promise<DesktopSettings>;
  };
  readonly loginItem: Pick<LoginItem, 'openSettings'>;
  readonly updates: Pick<Updates, 'check' | 'install'>;
  readonly service: {
    readonly state: DesktopServiceState;
    readonly address: { readonly url: string } | null;
    startAgain(): void;
  };
  readonly uploads: Pick<PageUploads, 'sentBytes' | 'cancel'>;
  readonly window: { uploadsLeft: number };
}

type Answer = (event: IpcMainInvokeEvent, args: readonly unknown[]) => unknown;

/**
 * Does for the page what it cannot do by itself. Only the main frame of our own page is answered; it names ids that the
 * service knows, with paths confined to them, never a place on the disk.
 */
export function answerBridge(parts: BridgeParts): void {
  for (const [name, answer] of Object.entries(answersOf(parts))) {
    const channel = ASK[name as keyof typeof ASK];
    ipcMain.handle(channel, async (event, ...args: unknown[]) => {
      refuseStrangers(event);
      return await answer(event, args);
    });
  }
}

function answersOf({ folderPath, settings, loginItem, updates, service, uploads, window }: BridgeParts) {
  const itemAt = async (name: string, args: readonly unknown[]) => {
    const { folderId, path } = readItem(name, args);
    return await findLinkedItem(await folderPath(folderId), path);
  };
  const plain =
    (name: string, act: () => unknown): Answer =>
    (_event, args) => {
      readNothing(name, args);
      return act();
    };
  return {
    pickFolder: ({ sender }, args) => {
      readNothing('pickFolder', args);
      return pickFolder(BrowserWindow.fromWebContents(sender));
    },
    revealFolder: async (_event, args) =>
      shell.showItemInFolder(await folderPath(readFolderId('revealFolder', args))),
    revealItem: async (_event, args) => shell.showItemInFolder((await itemAt('revealItem', args)).path),
    openItem: async (_event, args) => await openItem(await itemAt('openItem', args)),
    openDrive: (_event, args) =>
      openDrive(driveAddress(service.address?.url ?? null, readDrivePath('openDrive', args))),
    settings: plain('settings', settings.read),
    changeSettings: (_event, args) => settings.change(readSettingsChange('changeSettings', args)),
    openLoginSettings: plain('openLoginSettings', loginItem.openSettings),
    checkForUpdate: plain('checkForUpdate', () => updates.check()),
    installUpdate: plain('installUpdate', () => updates.install()),
    logFolder: plain('logFolder', () => logFolder(app)),
    serviceState: plain('serviceState', () => service.state),
    startService: plain('startService', () => service.startAgain()),
    uploadedBytes: (_event, args) => uploads.sentBytes(readUploadId('uploadedBytes', args)),
    uploadsLeft: (_event, args) => {
      window.uploadsLeft = readFileCount('uploadsLeft', args);
    },
    cancelUpload: (_event, args) => uploads.cancel(readUploadId('cancelUpload', args)),
  } satisfies Record<keyof typeof ASK, Answer>;
}

function refuseStrangers({ senderFrame, sender }: IpcMainInvokeEvent): void {
  const isOurs = senderFrame !== null && senderFrame === sender.mainFrame && isAppAddress(senderFrame.url);
  if (!isOurs) throw new Error('only the page of the app may ask this');
}

async function pickFolder(window: BrowserWindow | null): Promise<string | null> {
  const options = { properties: ['openDirectory', 'createDirectory'] } satisfies Electron.OpenDialogOptions;
  const { canceled, filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options));
  return canceled ? null : (filePaths[0] ?? null);
}

/** Elsewhere no file manager opens such addresses. */
async function openDrive(address: string): Promise<void> {
  if (process.platform !== 'linux')
    throw new Error('only file managers of Linux open drives by their address');
  await shell.openExternal(address);
}

/** A file from another computer may be a program, which only a person may start. */
async function openItem({ path, mayOpen }: LinkedItem): Promise<'opened' | 'shown'> {
  if (!mayOpen) {
    shell.showItemInFolder(path);
    return 'shown';
  }
  const problem = await shell.openPath(path);
  if (problem !== '') throw new Error(problem);
  return 'opened';
}
