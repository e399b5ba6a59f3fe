import Archive from '@lucide/svelte/icons/archive';
import type { LibraryDeed } from '../../ui/library-deeds.ts';
import { t } from './messages.ts';

/** The line of a menu that takes a library out of Keepfold. */
export function exportMenuItem(onselect: () => void): LibraryDeed {
  return { label: t('export'), icon: Archive, onselect };
}
