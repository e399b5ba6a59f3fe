import Archive from '@lucide/svelte/icons/archive';
import Share2 from '@lucide/svelte/icons/share-2';
import type { LocalLibraryJson } from '../../src-shared/libraries-api.ts';
import { t as exporting } from '../features/export/messages.ts';
import { t as sharing } from '../features/sharing/messages.ts';
import type { LibraryActions, LibraryItem } from '../ui/library-actions.ts';

/** Which library is being shared or exported; `LibraryDialogs.svelte` shows it. */
export class LibraryDialogs implements LibraryActions {
  sharing = $state.raw<LibraryItem | null>(null);
  exporting = $state.raw<LocalLibraryJson | null>(null);

  readonly share = (item: LibraryItem) => ({
    label: sharing('share'),
    icon: Share2,
    onselect: () => {
      this.sharing = item;
    },
  });

  readonly export = (library: LocalLibraryJson) => ({
    label: exporting('export'),
    icon: Archive,
    onselect: () => {
      this.exporting = library;
    },
  });
}
