import { type MenuEntry, type MenuRole, SEPARATOR } from './menu-entry.ts';
import { type ShellFacts, serviceEntries } from './tray-menu.ts';

/** The menu of the window, or of the whole app on macOS, in the order that each system has. */
export function appMenu(facts: ShellFacts, platform: NodeJS.Platform): MenuEntry[] {
  const isMac = platform === 'darwin';
  const view = [...roles('resetZoom', 'zoomIn', 'zoomOut'), SEPARATOR, ...roles('togglefullscreen')];
  const window = isMac
    ? [...roles('minimize', 'zoom'), SEPARATOR, ...roles('front')]
    : roles('minimize', 'close');
  return [
    ...(isMac ? [macAppMenu()] : []),
    { kind: 'group', label: 'File', entries: fileEntries(facts, isMac) },
    { kind: 'group', label: 'Edit', entries: editEntries() },
    { kind: 'group', label: 'View', entries: view },
    { kind: 'group', label: 'Window', entries: window },
  ];
}

/** The menu of a text field, or of selected text; empty where there is nothing to do with text. */
export function textMenu(text: {
  readonly isEditable: boolean;
  readonly hasSelection: boolean;
  readonly canPaste: boolean;
}): MenuEntry[] {
  const { isEditable, hasSelection, canPaste } = text;
  if (!isEditable && !hasSelection) return [];
  const copy: MenuEntry = { kind: 'role', role: 'copy', isEnabled: hasSelection };
  if (!isEditable) return [copy, SEPARATOR, ...roles('selectAll')];
  return [
    ...roles('undo', 'redo'),
    SEPARATOR,
    { kind: 'role', role: 'cut', isEnabled: hasSelection },
    copy,
    { kind: 'role', role: 'paste', isEnabled: canPaste },
    { kind: 'role', role: 'delete', isEnabled: hasSelection },
    SEPARATOR,
    ...roles('selectAll'),
  ];
}

function macAppMenu(): MenuEntry {
  const entries = [
    ...roles('about'),
    SEPARATOR,
    settings(),
    SEPARATOR,
    ...roles('services'),
    SEPARATOR,
    ...roles('hide', 'hideOthers', 'unhide'),
    SEPARATOR,
    quit(),
  ];
  return { kind: 'group', label: 'Keepfold', entries };
}

function fileEntries(facts: ShellFacts, isMac: boolean): MenuEntry[] {
  const service = serviceEntries(facts);
  if (isMac) return [...service, SEPARATOR, ...roles('close')];
  return [...service, SEPARATOR, settings(), SEPARATOR, quit()];
}

function editEntries(): MenuEntry[] {
  return [
    ...roles('undo', 'redo'),
    SEPARATOR,
    ...roles('cut', 'copy', 'paste', 'pasteAndMatchStyle', 'delete', 'selectAll'),
  ];
}

function settings(): MenuEntry {
  return {
    kind: 'command',
    label: 'Settings',
    command: { do: 'open', hash: '#/settings' },
    accelerator: 'CmdOrCtrl+,',
  };
}

function quit(): MenuEntry {
  return { kind: 'command', label: 'Quit Keepfold', command: { do: 'quit' }, accelerator: 'CmdOrCtrl+Q' };
}

function roles(...names: MenuRole[]): MenuEntry[] {
  return names.map((role) => ({ kind: 'role', role }));
}
