import type { BrowserWindow } from 'electron';
import type { ShellMessages } from '../messages.ts';
import { textMenu } from '../tray/app-menu.ts';
import { nativeMenu } from '../tray/native-menu.ts';

/** Offers the system's menu for text fields and selected text; the page has its own menus for everything else. */
export function offerTextMenu(window: BrowserWindow, messages: () => ShellMessages): void {
  window.webContents.on('context-menu', (_event, { isEditable, selectionText, editFlags }) => {
    const text = { isEditable, hasSelection: selectionText !== '', canPaste: editFlags.canPaste };
    const entries = textMenu(text, messages());
    if (entries.length > 0) nativeMenu(entries, () => undefined).popup({ window });
  });
}
