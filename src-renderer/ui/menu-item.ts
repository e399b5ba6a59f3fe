import type { IconComponent } from './icon.ts';

/** A menu item; `null` in a list of items is a separator. */
export interface MenuItem {
  readonly label: string;
  /** On the first item of a group, up to the next separator: the group's heading. */
  readonly heading?: string;
  readonly icon?: IconComponent;
  readonly shortcut?: string;
  readonly danger?: boolean;
  /** Set: the item cannot be chosen, and its label says why. */
  readonly unavailable?: string;
  /** Set on toggles: whether it is on. */
  readonly checked?: boolean;
  readonly onselect: () => void;
}

/** Where a menu opens: at a control, or at the pointer. */
export interface MenuAnchor {
  getBoundingClientRect(): DOMRect;
}

/** An open menu of a list: its rows share one menu component. */
export interface OpenMenu {
  readonly anchor: MenuAnchor;
  readonly items: readonly (MenuItem | null)[];
}

/** The pointer's place for a context menu; the element's corner if opened by keyboard. */
export function anchorOf(event: MouseEvent): MenuAnchor {
  const { clientX, clientY, currentTarget } = event;
  if (clientX === 0 && clientY === 0 && currentTarget instanceof Element) return currentTarget;
  return { getBoundingClientRect: () => new DOMRect(clientX, clientY, 0, 0) };
}
