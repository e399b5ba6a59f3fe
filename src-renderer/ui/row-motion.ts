/** The index of each row, by its key. */
export type RowPlaces = ReadonlyMap<string, number>;

/** A row whose place has changed; `from` null: it is new. */
interface RowMotion {
  readonly key: string;
  readonly from: number | null;
  readonly to: number;
}

/** More at once means another list, or its next page. */
const MOST_CHANGED = 20;
const MOTION_MS = 120;

/** How rows moved when a few were added or removed. Nothing moves when the list is another one. */
export function rowMotions(
  before: { readonly count: number; readonly places: RowPlaces },
  after: { readonly count: number; readonly places: RowPlaces },
): RowMotion[] {
  const by = Math.abs(after.count - before.count);
  if (by === 0 || by > MOST_CHANGED) return [];
  const rows = [...after.places].map(([key, to]) => ({ key, from: before.places.get(key) ?? null, to }));
  if (rows.every(({ from }) => from === null)) return [];
  return rows.filter(({ from, to }) => from !== to);
}

/** Animates a row from its old place, or fades it in. It can be used meanwhile, and nothing waits for it. */
export function moveRow(element: HTMLElement, { from, to }: RowMotion): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const start = from === null ? { opacity: 0 } : { translate: `0 ${from - to}px` };
  element.animate([start, {}], { duration: MOTION_MS, easing: 'cubic-bezier(0.2, 0, 0, 1)' });
}
