/** The active row of a list, by its place and by what it is; key null: not known yet. */
export interface FollowedRow {
  readonly index: number;
  readonly key: string | null;
}

interface ChangedRows {
  readonly active: number;
  readonly count: number;
  keyOf(index: number): string | null;
}

/**
 * The active row after the rows or the active place changed. Where the place is still the same and another row is there,
 * the row was pushed away: it is followed to where it is now. A row that is gone leaves its place to its successor.
 */
export function rowAfterChange(before: FollowedRow, rows: ChangedRows): FollowedRow {
  const { active, count } = rows;
  const key = active < count ? rows.keyOf(active) : null;
  const isPushed = before.index === active && before.key !== null && key !== before.key;
  const found = isPushed ? nearest(before, rows) : null;
  return found === null ? { index: active, key } : { index: found, key: before.key };
}

/** Mostly a few rows away. */
function nearest({ index, key }: FollowedRow, { count, keyOf }: ChangedRows): number | null {
  const reach = Math.max(index, count - 1 - index);
  for (let by = 1; by <= reach; by += 1) {
    for (const place of [index + by, index - by]) {
      if (place >= 0 && place < count && keyOf(place) === key) return place;
    }
  }
  return null;
}
