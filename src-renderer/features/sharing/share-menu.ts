import Share2 from '@lucide/svelte/icons/share-2';
import type { LibraryAction } from '../../ui/library-actions.ts';
import { t } from './messages.ts';

/** The line of a menu that opens the sharing of what the menu is of. */
export function shareMenuItem(onselect: () => void): LibraryAction {
  return { label: t('share'), icon: Share2, onselect };
}
