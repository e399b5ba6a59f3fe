import Archive from '@lucide/svelte/icons/archive';
import type { LibraryAction } from '../../ui/library-actions.ts';
import { t } from './messages.ts';

/** The line of a menu that takes a library out of Keepfold. */
export function exportMenuItem(onselect: () => void): LibraryAction {
  return { label: t('export'), icon: Archive, onselect };
}
