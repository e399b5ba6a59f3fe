import { type BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron';
import type { ShellMessages } from '../messages.ts';
import { textMenu } from './app-menu.ts';
import type { MenuEntry, ShellCommand } from './menu-entry.ts';

/** Builds the system's menu from a model of it. */
export function nativeMenu(entries: readonly MenuEntry[], run: (command: ShellCommand) => void): Menu {
  return Menu.buildFromTemplate(entries.map((entry) => template(entry, run)));
}

function template(entry: MenuEntry, run: (command: ShellCommand) => void): MenuItemConstructorOptions {
  switch (entry.kind) {
    case 'separator':
      return { type: 'separator' };
    case 'text':
      return { label: verbatim(entry.label), enabled: false };
    case 'role':
      return { role: entry.role, label: verbatim(entry.label), enabled: entry.isEnabled ?? true };
    case 'group':
      return { label: verbatim(entry.label), submenu: entry.entries.map((inner) => template(inner, run)) };
    case 'command':
      return {
        label: verbatim(entry.label),
        click: () => run(entry.command),
        ...(entry.accelerator === undefined ? {} : { accelerator: entry.accelerator }),
        ...(entry.isChecked === undefined ? {} : { type: 'checkbox', checked: entry.isChecked }),
      };
  }
}

/** A single `&` would mark the next letter as an access key. */
function verbatim(label: string): string {
  return label.replaceAll('&', '&&');
}

/** Offers the system's menu for text fields and selected text; the page has its own menus for everything else. */
export function offerTextMenu(window: BrowserWindow, messages: () => ShellMessages): void {
  window.webContents.on('context-menu', (_event, { isEditable, selectionText, editFlags }) => {
    const text = { isEditable, hasSelection: selectionText !== '', canPaste: editFlags.canPaste };
    const entries = textMenu(text, messages());
    if (entries.length > 0) nativeMenu(entries, () => undefined).popup({ window });
  });
}
