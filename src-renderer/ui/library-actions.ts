import { createContext } from 'svelte';
import type { LocalLibraryJson } from '../../src-shared/libraries-api.ts';
import type { IconComponent } from './icon.ts';
import type { MenuItem } from './menu-item.ts';

/** A library, or something in it. */
export interface LibraryItem {
  readonly library: LocalLibraryJson;
  /** Absent: the whole library. */
  readonly path?: string;
  /** Absent: it is one. */
  readonly isFolder?: boolean;
}

/** A menu item that can also be a button. */
export interface LibraryAction extends MenuItem {
  readonly icon: IconComponent;
}

/** Actions of the frame on libraries, wherever they are shown. */
export interface LibraryActions {
  readonly share: (item: LibraryItem) => LibraryAction;
  readonly export: (library: LocalLibraryJson) => LibraryAction;
  /** @param at the moment to open it at, in seconds; absent: now */
  readonly drive: (library: LocalLibraryJson, at?: number) => LibraryAction;
  /** Empty where there is nothing to lock. */
  readonly lock: (library: LocalLibraryJson) => readonly LibraryAction[];
}

export const [getLibraryActions, setLibraryActions] = createContext<LibraryActions>();
