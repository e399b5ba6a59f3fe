import { BrowserWindow, dialog, type IpcMainInvokeEvent, ipcMain, shell } from 'electron';
import { isAppAddress } from './app-address.ts';
import { PICK_FOLDER, REVEAL_FOLDER } from './bridge-channels.ts';

const folderIdShape = /^[0-9a-zA-Z-]{1,64}$/;

/**
 * Answers what the page cannot do by itself. Only the main frame of our own page is answered; what it names is an id
 * that the service knows, never a path.
 */
export function answerBridge(folderPath: (folderId: string) => string): void {
  ipcMain.handle(PICK_FOLDER, async (event, ...args: unknown[]) => {
    refuseStrangers(event);
    if (args.length > 0) throw new Error('pickFolder takes no argument');
    return await pickFolder(BrowserWindow.fromWebContents(event.sender));
  });
  ipcMain.handle(REVEAL_FOLDER, (event, ...args: unknown[]) => {
    refuseStrangers(event);
    const [folderId] = args;
    if (args.length !== 1 || typeof folderId !== 'string' || !folderIdShape.test(folderId)) {
      throw new Error('revealFolder takes the id of a linked folder');
    }
    shell.showItemInFolder(folderPath(folderId));
  });
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
