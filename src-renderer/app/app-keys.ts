/** What a key asks for on the current screen, which may not support it. */
export type ScreenVerb = 'parent' | 'filter' | 'history' | 'pause' | 'rescan';

/** What a key of the whole app asks for. */
export type AppVerb =
  | 'help'
  | 'settings'
  | 'undo'
  | 'shortcuts'
  | 'back'
  | 'forward'
  | 'palette'
  | 'next-pane'
  | 'previous-pane'
  | ScreenVerb;

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'target'>;

/** Keys that mean nothing to a text, so that they work there as well. */
const ALWAYS = new Map<string, AppVerb>([
  // Browsers have a help of their own.
  ['F1', 'help'],
  ['Ctrl+,', 'settings'],
  ['Ctrl+k', 'palette'],
  ['F6', 'next-pane'],
  ['Shift+F6', 'previous-pane'],
]);

const OUTSIDE_TEXTS = new Map<string, AppVerb>([
  ['Ctrl+z', 'undo'],
  ['?', 'shortcuts'],
  // Browsers do these by themselves; the window of the desktop app has no such keys of its own.
  ['Alt+ArrowLeft', 'back'],
  ['Alt+ArrowRight', 'forward'],
  ['Alt+ArrowUp', 'parent'],
  ['Ctrl+f', 'filter'],
  ['Ctrl+h', 'history'],
  ['Ctrl+p', 'pause'],
  ['Ctrl+r', 'rescan'],
]);

/** What a key asks for on any screen; null: nothing. */
export function appVerb(event: Key): AppVerb | null {
  const name = nameOf(event);
  const always = ALWAYS.get(name);
  if (always !== undefined) return always;
  return isTyped(event) ? null : (OUTSIDE_TEXTS.get(name) ?? null);
}

/** Shift counts only beside Ctrl and for keys that type no character: elsewhere it is part of the character. */
function nameOf({ key, altKey, ctrlKey, metaKey, shiftKey }: Key): string {
  const isCtrl = ctrlKey || metaKey;
  const isShift = shiftKey && (isCtrl || key.length > 1);
  return `${isCtrl ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${isShift ? 'Shift+' : ''}${key}`;
}

function isTyped({ target }: Key): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select');
}
