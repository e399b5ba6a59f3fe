import type { LocalLibraryJson } from '../../src-shared/libraries-api.ts';
import { exportMenuItem } from '../features/export/export-menu.ts';
import { shareMenuItem } from '../features/sharing/share-menu.ts';
import type { LibraryActions, LibraryItem } from '../ui/library-actions.ts';

/** Which library is being shared or exported; `LibraryDialogs.svelte` shows it. */
export class LibraryDialogs implements LibraryActions {
  sharing = $state.raw<LibraryItem | null>(null);
  exporting = $state.raw<LocalLibraryJson | null>(null);

  readonly share = (item: LibraryItem) =>
    shareMenuItem(() => {
      this.sharing = item;
    });

  readonly export = (library: LocalLibraryJson) =>
    exportMenuItem(() => {
      this.exporting = library;
    });
}
