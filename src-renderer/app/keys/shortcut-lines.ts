import { t } from '../messages.ts';

type ShortcutLine = readonly [keys: string, meaning: string];

/** For the sheet of shortcuts. */
export const MORE_EVERYWHERE: readonly ShortcutLine[] = [
  ['Ctrl+K', t('palette')],
  ['F6', t('panes')],
  ['Ctrl+F', t('filter')],
  ['Ctrl+P', t('pause')],
  ['Ctrl+R', t('rescan')],
];

export const MORE_FOR_FILES: readonly ShortcutLine[] = [['Ctrl+H', t('keyHistory')]];
