import { t } from './messages.ts';

const KEY = 'keepfold.letter-keys';

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** Whether a single letter or symbol typed alone may trigger something. Off: speech input triggers nothing by accident. */
export function letterKeysAreOn(): boolean {
  return localStorage.getItem(KEY) !== 'off';
}

export function turnLetterKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, 'off');
}

/** A letter or symbol typed alone that is to do nothing. Names in lists are still found by their letters. */
export function isIdleLetter({ key, altKey, ctrlKey, metaKey }: Key): boolean {
  const isAlone = [...key].length === 1 && key !== ' ' && !altKey && !ctrlKey && !metaKey;
  return isAlone && !letterKeysAreOn();
}

/**
 * Ctrl, Alt or Command is held with the key. AltGr, which many keyboards need for characters such as `[`, counts as Ctrl and
 * Alt on Windows: what it types is typed alone.
 */
export function isChord(event: KeyboardEvent): boolean {
  return !event.getModifierState('AltGraph') && (event.ctrlKey || event.metaKey || event.altKey);
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['Ctrl', t('ctrl')],
  ['Shift', t('shift')],
  ['Enter', t('enter')],
  ['Space', t('space')],
  ['Del', t('del')],
]);

/** Keys as printed on keyboards of the page's language: `Ctrl+Del`, `Strg+Entf`. */
export function keyNames(keys: string): string {
  return keys.replace(/[A-Z][a-z]+/g, (key) => NAMES.get(key) ?? key);
}

/** Which way an arrow key points in the reading direction: 1 forwards, -1 backwards, 0 neither. */
export function stepAlong(key: string): 1 | -1 | 0 {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return 0;
  return (key === 'ArrowRight') === (document.dir !== 'rtl') ? 1 : -1;
}

/** Whether a dialog waits for an answer. One that is closing after its answer does not. */
export function isDialogOpen(): boolean {
  const dialogs = document.querySelectorAll('[role="dialog"], [role="alertdialog"]');
  return [...dialogs].some((dialog) => dialog.getAttribute('data-state') !== 'closed');
}
