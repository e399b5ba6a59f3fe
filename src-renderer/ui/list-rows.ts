/** The rows that keys move through: headings among them are skipped. */
export interface RowSteps {
  readonly count: number;
  readonly active: number;
  /** Rows that a page key moves by. */
  readonly page: number;
  /** Set: rows are side by side, this many in a line. */
  readonly across?: number;
  /** The lines are read from right to left. */
  readonly isRtl?: boolean;
  isHeading(index: number): boolean;
}

/** The row `by` rows from another one, within bounds and never a heading; the start when there is none. */
export function stepFrom(rows: Pick<RowSteps, 'count' | 'isHeading'>, from: number, by: number): number {
  const direction = by < 0 ? -1 : 1;
  let to = Math.max(0, Math.min(rows.count - 1, from + by));
  while (rows.isHeading(to) && to + direction >= 0 && to + direction < rows.count) to += direction;
  return rows.isHeading(to) ? from : to;
}

/** The row a navigation key leads to; null for other keys. */
export function rowForKey(key: string, rows: RowSteps): number | null {
  switch (key) {
    case 'ArrowDown':
      return stepLines(rows, 1);
    case 'ArrowUp':
      return stepLines(rows, -1);
    case 'ArrowRight':
    case 'ArrowLeft':
      if (rows.across === undefined) return null;
      return stepFrom(rows, rows.active, (key === 'ArrowRight') === (rows.isRtl ?? false) ? -1 : 1);
    case 'PageDown':
      return stepLines(rows, rows.page);
    case 'PageUp':
      return stepLines(rows, -rows.page);
    case 'Home':
      return stepFrom(rows, 0, 0);
    case 'End':
      return stepFrom(rows, rows.count - 1, 0);
    default:
      return null;
  }
}

/** The row a number of lines away, in the same column; the last one where the last line is shorter. */
function stepLines(rows: RowSteps, by: number): number {
  const { across, active, count } = rows;
  if (across === undefined) return stepFrom(rows, active, by);
  const column = active % across;
  const line = Math.max(0, Math.min(Math.floor((count - 1) / across), Math.floor(active / across) + by));
  return Math.min(count - 1, line * across + column);
}

/** The active row of a list, by index and by key; key null: not known yet. */
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
 * The active row after the rows or the active place changed. If the index is unchanged but another row is there, the row was
 * pushed away: it is followed to its new place. A row that is gone is replaced by its successor.
 */
export function rowAfterChange(before: FollowedRow, rows: ChangedRows): FollowedRow {
  const { active, count } = rows;
  const key = active < count ? rows.keyOf(active) : null;
  const isPushed = before.index === active && before.key !== null && key !== before.key;
  const found = isPushed ? nearest(before, rows) : null;
  return found === null ? { index: active, key } : { index: found, key: before.key };
}

/** Usually only a few rows away. */
function nearest({ index, key }: FollowedRow, { count, keyOf }: ChangedRows): number | null {
  const reach = Math.max(index, count - 1 - index);
  for (let by = 1; by <= reach; by += 1) {
    for (const place of [index + by, index - by]) {
      if (place >= 0 && place < count && keyOf(place) === key) return place;
    }
  }
  return null;
}

const PAUSE_MS = 700;
// A key press never searches a million rows.
const MAX_ROWS = 20_000;

interface TypeAheadRows {
  readonly count: number;
  readonly active: number;
  textOf(index: number): string;
}

/** Finds the row that begins with the letters typed in quick succession. */
export class TypeAhead {
  #typed = '';
  #typedAtMs = Number.NEGATIVE_INFINITY;

  /** The row a key leads to; null when the key is no letter or no row fits. */
  find(event: KeyboardEvent, rows: TypeAheadRows): number | null {
    const isLetter = event.key.length === 1 && event.key !== ' ';
    if (!isLetter || event.ctrlKey || event.metaKey || event.altKey) return null;
    const isFresh = event.timeStamp - this.#typedAtMs > PAUSE_MS;
    this.#typed = (isFresh ? '' : this.#typed) + event.key.toLowerCase();
    this.#typedAtMs = event.timeStamp;
    // A first letter moves on from the active row; a longer prefix may still match it.
    const first = this.#typed.length === 1 ? 1 : 0;
    for (let i = first; i < Math.min(rows.count, MAX_ROWS) + first; i += 1) {
      const index = (rows.active + i) % rows.count;
      if (rows.textOf(index).toLowerCase().startsWith(this.#typed)) return index;
    }
    return null;
  }
}

/** A row and the element that shows it. */
export interface SlottedRow {
  readonly slot: number;
  readonly index: number;
}

interface WantedRows {
  /** Which rows are drawn, in their order. */
  readonly indices: readonly number[];
  /** The row that may have the focus: its element would lose it on being given another row, or moved. */
  readonly pinned: number;
}

// With few new rows it is cheaper to make them than to give every element another row.
const MOST_NEW = 0.25;

/**
 * Gives rows to the elements of a list. A row stays in its element while a list is scrolled a little; beyond that elements
 * get new rows, because making rows and throwing them away costs several times as much. Elements stay in the order of
 * their rows, and none is ever moved.
 */
export class RowSlots {
  #shown: readonly SlottedRow[] = [];
  #made = 0;

  show({ indices, pinned }: WantedRows): readonly SlottedRow[] {
    const known = new Map(this.#shown.map((row) => [row.index, row]));
    const added = indices.filter((index) => !known.has(index)).length;
    this.#shown =
      added <= indices.length * MOST_NEW
        ? indices.map((index) => known.get(index) ?? this.#make(index))
        : this.#given(indices, known.get(pinned));
    return this.#shown;
  }

  /** Elements before and after the pinned one are reused for rows on their own side of it. */
  #given(indices: readonly number[], pinned: SlottedRow | undefined): readonly SlottedRow[] {
    const place = pinned === undefined ? -1 : indices.indexOf(pinned.index);
    if (pinned === undefined || place === -1) return this.#give(this.#shown, indices);
    const at = this.#shown.indexOf(pinned);
    return [
      ...this.#give(this.#shown.slice(0, at), indices.slice(0, place)),
      pinned,
      ...this.#give(this.#shown.slice(at + 1), indices.slice(place + 1)),
    ];
  }

  #give(elements: readonly SlottedRow[], indices: readonly number[]): readonly SlottedRow[] {
    return indices.map((index, at) => {
      const element = elements[at];
      if (element === undefined) return this.#make(index);
      return element.index === index ? element : { slot: element.slot, index };
    });
  }

  #make(index: number): SlottedRow {
    this.#made += 1;
    return { slot: this.#made, index };
  }
}
