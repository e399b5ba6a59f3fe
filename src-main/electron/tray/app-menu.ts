import type { ShellMessages } from '../messages.ts';
import { type MenuEntry, type MenuRole, SEPARATOR } from './menu-entry.ts';
import { type ShellFacts, serviceEntries } from './tray-menu.ts';

/** The menu of the window, or of the whole app on macOS, in the order that each system has. */
export function appMenu(facts: ShellFacts, platform: NodeJS.Platform): MenuEntry[] {
  const isMac = platform === 'darwin';
  const { messages } = facts;
  const roles = rolesIn(messages);
  const view = [...roles('resetZoom', 'zoomIn', 'zoomOut'), SEPARATOR, ...roles('togglefullscreen')];
  const window = isMac
    ? [...roles('minimize', 'zoom'), SEPARATOR, ...roles('front')]
    : roles('minimize', 'close');
  return [
    ...(isMac ? [macAppMenu(messages)] : []),
    { kind: 'group', label: messages('file'), entries: fileEntries(facts, isMac) },
    { kind: 'group', label: messages('edit'), entries: editEntries(messages) },
    { kind: 'group', label: messages('view'), entries: view },
    { kind: 'group', label: messages('window'), entries: window },
  ];
}

/** The menu of a text field or of selected text; empty elsewhere. */
export function textMenu(
  text: { readonly isEditable: boolean; readonly hasSelection: boolean; readonly canPaste: boolean },
  messages: ShellMessages,
): MenuEntry[] {
  const { isEditable, hasSelection, canPaste } = text;
  if (!isEditable && !hasSelection) return [];
  const roles = rolesIn(messages);
  const role = (name: MenuRole, isEnabled: boolean): MenuEntry => {
    return { kind: 'role', role: name, label: messages(`role-${name}`), isEnabled };
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

function macAppMenu(messages: ShellMessages): MenuEntry {
  const roles = rolesIn(messages);
  const entries = [
    ...roles('about'),
    SEPARATOR,
    settings(messages),
    SEPARATOR,
    ...roles('services'),
    SEPARATOR,
    ...roles('hide', 'hideOthers', 'unhide'),
    SEPARATOR,
    quit(messages),
  ];
  return { kind: 'group', label: 'Keepfold', entries };
}

function fileEntries(facts: ShellFacts, isMac: boolean): MenuEntry[] {
  const service = serviceEntries(facts);
  const { messages } = facts;
  if (isMac) return [...service, SEPARATOR, ...rolesIn(messages)('close')];
  return [...service, SEPARATOR, settings(messages), SEPARATOR, quit(messages)];
}

function editEntries(messages: ShellMessages): MenuEntry[] {
  const roles = rolesIn(messages);
  return [
    ...roles('undo', 'redo'),
    SEPARATOR,
    ...roles('cut', 'copy', 'paste', 'pasteAndMatchStyle', 'delete', 'selectAll'),
  ];
}

function settings(messages: ShellMessages): MenuEntry {
  return {
    kind: 'command',
    label: messages('settings'),
    command: { do: 'open', hash: '#/settings' },
    accelerator: 'CmdOrCtrl+,',
  };
}

function quit(messages: ShellMessages): MenuEntry {
  return { kind: 'command', label: messages('quit'), command: { do: 'quit' }, accelerator: 'CmdOrCtrl+Q' };
}

function rolesIn(messages: ShellMessages): (...names: readonly MenuRole[]) => MenuEntry[] {
  return (...names) => names.map((role) => ({ kind: 'role', role, label: messages(`role-${role}`) }));
}
