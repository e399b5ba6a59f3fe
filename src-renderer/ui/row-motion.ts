/** Where rows stand, by what they are. */
export type RowPlaces = ReadonlyMap<string, number>;

/** A row that is somewhere else than before; `from` null: it came. */
interface RowMotion {
  readonly key: string;
  readonly from: number | null;
  readonly to: number;
}

/** More at once is another list, or the next page of it. */
const MOST_CHANGED = 20;
const MOTION_MS = 120;

/** How rows got where they are, when a few came or went. Nothing moves when the list is another one. */
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

/** Lets a row come from where it was, or appear. It can be used meanwhile, and nothing waits for it. */
export function moveRow(element: HTMLElement, { from, to }: RowMotion): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const start = from === null ? { opacity: 0 } : { translate: `0 ${from - to}px` };
  element.animate([start, {}], { duration: MOTION_MS, easing: 'cubic-bezier(0.2, 0, 0, 1)' });
}
