import type { ShellWords } from '../words/shell-words.ts';
import { type MenuEntry, type MenuRole, SEPARATOR } from './menu-entry.ts';
import { type ShellFacts, serviceEntries } from './tray-menu.ts';

/** The menu of the window, or of the whole app on macOS, in the order that each system has. */
export function appMenu(facts: ShellFacts, platform: NodeJS.Platform): MenuEntry[] {
  const isMac = platform === 'darwin';
  const { words } = facts;
  const roles = rolesIn(words);
  const view = [...roles('resetZoom', 'zoomIn', 'zoomOut'), SEPARATOR, ...roles('togglefullscreen')];
  const window = isMac
    ? [...roles('minimize', 'zoom'), SEPARATOR, ...roles('front')]
    : roles('minimize', 'close');
  return [
    ...(isMac ? [macAppMenu(words)] : []),
    { kind: 'group', label: words.file, entries: fileEntries(facts, isMac) },
    { kind: 'group', label: words.edit, entries: editEntries(words) },
    { kind: 'group', label: words.view, entries: view },
    { kind: 'group', label: words.window, entries: window },
  ];
}

/** The menu of a text field, or of selected text; empty where there is nothing to do with text. */
export function textMenu(
  text: { readonly isEditable: boolean; readonly hasSelection: boolean; readonly canPaste: boolean },
  words: ShellWords,
): MenuEntry[] {
  const { isEditable, hasSelection, canPaste } = text;
  if (!isEditable && !hasSelection) return [];
  const roles = rolesIn(words);
  const role = (name: MenuRole, isEnabled: boolean): MenuEntry => {
    return { kind: 'role', role: name, label: words.roles[name], isEnabled };
  };
  const copy = role('copy', hasSelection);
  if (!isEditable) return [copy, SEPARATOR, ...roles('selectAll')];
  return [
    ...roles('undo', 'redo'),
    SEPARATOR,
    role('cut', hasSelection),
    copy,
    role('paste', canPaste),
    role('delete', hasSelection),
    SEPARATOR,
    ...roles('selectAll'),
  ];
}

function macAppMenu(words: ShellWords): MenuEntry {
  const roles = rolesIn(words);
  const entries = [
    ...roles('about'),
    SEPARATOR,
    settings(words),
    SEPARATOR,
    ...roles('services'),
    SEPARATOR,
    ...roles('hide', 'hideOthers', 'unhide'),
    SEPARATOR,
    quit(words),
  ];
  return { kind: 'group', label: 'Keepfold', entries };
}

function fileEntries(facts: ShellFacts, isMac: boolean): MenuEntry[] {
  const service = serviceEntries(facts);
  const { words } = facts;
  if (isMac) return [...service, SEPARATOR, ...rolesIn(words)('close')];
  return [...service, SEPARATOR, settings(words), SEPARATOR, quit(words)];
}

function editEntries(words: ShellWords): MenuEntry[] {
  const roles = rolesIn(words);
  return [
    ...roles('undo', 'redo'),
    SEPARATOR,
    ...roles('cut', 'copy', 'paste', 'pasteAndMatchStyle', 'delete', 'selectAll'),
  ];
}

function settings(words: ShellWords): MenuEntry {
  return {
    kind: 'command',
    label: words.settings,
    command: { do: 'open', hash: '#/settings' },
    accelerator: 'CmdOrCtrl+,',
  };
}

function quit({ quit: label }: ShellWords): MenuEntry {
  return { kind: 'command', label, command: { do: 'quit' }, accelerator: 'CmdOrCtrl+Q' };
}

function rolesIn({ roles }: ShellWords): (...names: readonly MenuRole[]) => MenuEntry[] {
  return (...names) => names.map((role) => ({ kind: 'role', role, label: roles[role] }));
}
