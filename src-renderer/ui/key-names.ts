import { t } from './messages.ts';

const NAMES: ReadonlyMap<string, string> = new Map([
  ['Ctrl', t('ctrl')],
  ['Shift', t('shift')],
  ['Enter', t('enter')],
  ['Space', t('space')],
  ['Del', t('del')],
]);

/** Keys as they are printed on the keyboard of the language: `Ctrl+Del`, `Strg+Entf`. */
export function keyNames(keys: string): string {
  return keys.replace(/[A-Z][a-z]+/g, (key) => NAMES.get(key) ?? key);
}
