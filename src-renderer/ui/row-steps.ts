/** The rows a keyboard walks over: headings among them are stepped over. */
export interface RowSteps {
  readonly count: number;
  readonly active: number;
  /** Rows a page key moves. */
  readonly page: number;
  isHeading(index: number): boolean;
}

/** The row `by` rows from another one, within the ends and never a heading; the start when there is none. */
export function stepFrom(rows: Omit<RowSteps, 'page' | 'active'>, from: number, by: number): number {
  const direction = by < 0 ? -1 : 1;
  let to = Math.max(0, Math.min(rows.count - 1, from + by));
  while (rows.isHeading(to) && to + direction >= 0 && to + direction < rows.count) to += direction;
  return rows.isHeading(to) ? from : to;
}

/** The row a navigation key leads to; null for other keys. */
export function rowForKey(key: string, rows: RowSteps): number | null {
  switch (key) {
    case 'ArrowDown':
      return stepFrom(rows, rows.active, 1);
    case 'ArrowUp':
      return stepFrom(rows, rows.active, -1);
    case 'PageDown':
      return stepFrom(rows, rows.active, rows.page);
    case 'PageUp':
      return stepFrom(rows, rows.active, -rows.page);
    case 'Home':
      return stepFrom(rows, 0, 0);
    case 'End':
      return stepFrom(rows, rows.count - 1, 0);
    default:
      return null;
  }
}
