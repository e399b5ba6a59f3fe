import { createContext } from 'svelte';
import type { LocalLibraryJson } from '../../src-shared/local-api.ts';
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

/** A line of a menu that can also be a button. */
export interface LibraryDeed extends MenuItem {
  readonly icon: IconComponent;
}

/** What the frame does with libraries wherever they are shown. */
export interface LibraryDeeds {
  readonly share: (item: LibraryItem) => LibraryDeed;
  readonly export: (library: LocalLibraryJson) => LibraryDeed;
}

export const [getLibraryDeeds, setLibraryDeeds] = createContext<LibraryDeeds>();
