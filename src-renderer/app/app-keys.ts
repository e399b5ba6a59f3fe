/** What a key of the whole app asks for. */
export type AppVerb = 'help' | 'settings' | 'undo' | 'shortcuts' | 'back' | 'forward';

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'target'>;

/** Keys that mean nothing to a text, so that they work there as well. */
const ALWAYS = new Map<string, AppVerb>([
  // Browsers have a help of their own.
  ['F1', 'help'],
  ['Ctrl+,', 'settings'],
]);

const OUTSIDE_TEXTS = new Map<string, AppVerb>([
  ['Ctrl+z', 'undo'],
  ['?', 'shortcuts'],
  // Browsers do these by themselves; the window of the desktop app has no such keys of its own.
  ['Alt+ArrowLeft', 'back'],
  ['Alt+ArrowRight', 'forward'],
]);

/** What a key asks for wherever one is; null: nothing. */
export function appVerb(event: Key): AppVerb | null {
  const name = nameOf(event);
  const always = ALWAYS.get(name);
  if (always !== undefined) return always;
  return isTyped(event) ? null : (OUTSIDE_TEXTS.get(name) ?? null);
}

/** Shift counts only beside Ctrl: elsewhere it is part of the character. */
function nameOf({ key, altKey, ctrlKey, metaKey, shiftKey }: Key): string {
  const isCtrl = ctrlKey || metaKey;
  return `${isCtrl ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${isCtrl && shiftKey ? 'Shift+' : ''}${key}`;
}

function isTyped({ target }: Key): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select');
}
