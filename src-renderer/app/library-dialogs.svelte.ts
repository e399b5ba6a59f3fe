import Archive from '@lucide/svelte/icons/archive';
import Eraser from '@lucide/svelte/icons/eraser';
import HardDrive from '@lucide/svelte/icons/hard-drive';
import Lock from '@lucide/svelte/icons/lock';
import Share2 from '@lucide/svelte/icons/share-2';
import type { LocalLibraryJson } from '../../src-shared/libraries-api.ts';
import { t as erasing } from '../features/erase/messages.ts';
import { t as exporting } from '../features/export/messages.ts';
import type { LibraryLocks } from '../features/libraries/library-locks.ts';
import { t as libraries } from '../features/libraries/messages.ts';
import { t as connect } from '../features/settings/connect/messages.ts';
import { t as sharing } from '../features/sharing/messages.ts';
import { isUnlocked } from '../format/lock.ts';
import type { Clock } from '../ui/clock.svelte.ts';
import type { ErasableItem } from '../ui/erase-action.ts';
import type { LibraryActions, LibraryItem } from '../ui/library-actions.ts';

/**
 * What the frame does with a library; `LibraryDialogs.svelte` shows the dialogs for sharing, exporting, opening as a
 * drive and erasing.
 */
export class LibraryDialogs implements LibraryActions {
  sharing = $state.raw<LibraryItem | null>(null);
  exporting = $state.raw<LocalLibraryJson | null>(null);
  opening = $state.raw<{ readonly library: LocalLibraryJson; readonly at: number | null } | null>(null);

  erasing = $state.raw<ErasableItem | null>(null);

  readonly #locks: LibraryLocks;
  readonly #clock: Clock;

  constructor(locks: LibraryLocks, clock: Clock) {
    this.#locks = locks;
    this.#clock = clock;
  }

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

  readonly lock = (library: LocalLibraryJson) =>
    isUnlocked(library, this.#clock.nowSeconds)
      ? [{ label: libraries('lock'), icon: Lock, onselect: () => void this.#locks.lock(library) }]
      : [];
}
