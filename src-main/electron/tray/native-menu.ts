import { Menu, type MenuItemConstructorOptions } from 'electron';
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

/** A single `&` would underline the letter after it. */
function verbatim(label: string): string {
  return label.replaceAll('&', '&&');
}
