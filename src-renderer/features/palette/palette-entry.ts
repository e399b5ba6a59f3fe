import type { IconComponent } from '../../ui/icon.ts';

/** Something to go to or to do. */
export interface PaletteEntry {
  /** The same from one visit to the next, so that it can be kept among the recent ones. Without spaces. */
  readonly id: string;
  readonly group: 'places' | 'libraries' | 'actions';
  readonly label: string;
  /** What tells it from others of the same name; found by as well. */
  readonly note?: string;
  /** Other words that somebody might type for it. */
  readonly words?: string;
  readonly icon: IconComponent;
  readonly shortcut?: string;
  /** Not in the list before somebody types: there are too many of its kind. */
  readonly isHidden?: true;
  readonly run: () => void;
}
