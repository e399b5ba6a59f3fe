import Archive from '@lucide/svelte/icons/archive';
import Eraser from '@lucide/svelte/icons/eraser';
import HardDrive from '@lucide/svelte/icons/hard-drive';
import Share2 from '@lucide/svelte/icons/share-2';
import type { LocalLibraryJson } from '../../src-shared/libraries-api.ts';
import { t as erasing } from '../features/erase/messages.ts';
import { t as exporting } from '../features/export/messages.ts';
import { t as connect } from '../features/settings/connect/messages.ts';
import { t as sharing } from '../features/sharing/messages.ts';
import type { ErasableItem } from '../ui/erase-action.ts';
import type { LibraryActions, LibraryItem } from '../ui/library-actions.ts';

/** Which library is being shared, exported or opened as a drive, and what is to be erased; `LibraryDialogs.svelte` shows it. */
export class LibraryDialogs implements LibraryActions {
  sharing = $state.raw<LibraryItem | null>(null);
  exporting = $state.raw<LocalLibraryJson | null>(null);
  opening = $state.raw<{ readonly library: LocalLibraryJson; readonly at: number | null } | null>(null);

  erasing = $state.raw<ErasableItem | null>(null);

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

  readonly erase = (item: ErasableItem) => ({
    label: erasing('erase'),
    icon: Eraser,
    danger: true,
    onselect: () => {
      this.erasing = item;
    },
    ...(item.library.is_mine ? {} : { unavailable: erasing('ownersOnly') }),
  });

  readonly drive = (library: LocalLibraryJson, at: number | null = null) => ({
    label: connect('openDrive'),
    icon: HardDrive,
    onselect: () => {
      this.opening = { library, at };
    },
  });
}
