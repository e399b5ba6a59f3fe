/** A rectangle of the screen, in the system's points. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a window was when it was last seen, and whether it filled the screen from there. */
export interface WindowPlace extends Rectangle {
  readonly isMaximised: boolean;
}

/** Where to open a window; without x and y the system chooses. */
export interface OpeningPlace {
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
  readonly isMaximised: boolean;
}

export const SMALLEST_WINDOW = { width: 480, height: 400 } as const;
const FIRST_WINDOW = { width: 1_180, height: 780 } as const;

/** How much of the upper edge has to be visible so that the window can be dragged. */
const GRIP = { width: 120, height: 32 } as const;
const LARGEST_NUMBER = 100_000;

/**
 * Where to open the window so that it is visible: as before if the screens are still there. A window outside of them
 * keeps its size and is placed by the system; none is larger than its screen.
 * @param workAreas the screens without their bars, the main one first
 */
export function placeWindow(last: WindowPlace | null, workAreas: readonly Rectangle[]): OpeningPlace {
  const wanted = last ?? { ...FIRST_WINDOW, isMaximised: false };
  const home = last === null ? undefined : workAreas.find((area) => canGrip(last, area));
  const { width, height } = sizeOn(wanted, home ?? workAreas[0]);
  const { isMaximised } = wanted;
  if (last === null || home === undefined) return { width, height, isMaximised };
  return { x: last.x, y: Math.max(last.y, home.y), width, height, isMaximised };
}

/** Parses a saved place; null for anything else. */
export function parsePlace(value: unknown): WindowPlace | null {
  if (typeof value !== 'object' || value === null) return null;
  const { x, y, width, height, isMaximised }: { [key in keyof WindowPlace]?: unknown } = value;
  if (!isNumber(x) || !isNumber(y) || !isNumber(width) || !isNumber(height)) return null;
  return width > 0 && height > 0 ? { x, y, width, height, isMaximised: isMaximised === true } : null;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= LARGEST_NUMBER;
}

function canGrip(window: Rectangle, area: Rectangle): boolean {
  const across = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  const below = area.y + area.height - window.y;
  return across >= GRIP.width && below >= GRIP.height && window.y >= area.y - GRIP.height;
}

function sizeOn(wanted: { readonly width: number; readonly height: number }, area: Rectangle | undefined) {
  return {
    width: Math.max(SMALLEST_WINDOW.width, Math.min(wanted.width, area?.width ?? wanted.width)),
    height: Math.max(SMALLEST_WINDOW.height, Math.min(wanted.height, area?.height ?? wanted.height)),
  };
}
