import { isDialogOpen } from '../../ui/keys.ts';

const PANES = 'aside, main';
const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** Where the focus was in each pane when it was last left. */
const left = new WeakMap<Element, HTMLElement>();

function visible<Found extends HTMLElement>(found: Iterable<Found>): Found[] {
  return [...found].filter((element) => element.checkVisibility());
}

/** The innermost pane that an element is in. */
function paneOf(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>(PANES) ?? null;
}

/** Where the focus goes in a pane: where it was, otherwise to the first usable element that is not in a nested pane. */
function entranceOf(pane: HTMLElement): HTMLElement | null {
  const before = left.get(pane);
  if (before?.isConnected && before.checkVisibility()) return before;
  const own = visible(pane.querySelectorAll<HTMLElement>(FOCUSABLE)).filter((each) => paneOf(each) === pane);
  return own[0] ?? null;
}

/** Moves the focus to the next pane, or the one before: sidebar, screen, details. Not while a dialog waits. */
export function stepPane(by: 1 | -1): boolean {
  if (isDialogOpen()) return false;
  const panes = visible(document.querySelectorAll<HTMLElement>(PANES)).filter(
    (pane) => entranceOf(pane) !== null,
  );
  const active = document.activeElement;
  const from = paneOf(active);
  if (from !== null && active instanceof HTMLElement) left.set(from, active);
  const at = from === null ? -1 : panes.indexOf(from);
  const next = at === -1 ? panes.at(by === 1 ? 0 : -1) : panes[(at + by + panes.length) % panes.length];
  if (next === undefined) return false;
  entranceOf(next)?.focus();
  return true;
}
