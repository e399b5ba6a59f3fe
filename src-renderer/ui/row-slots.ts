/** A row and the element that shows it. */
export interface SlottedRow {
  readonly slot: number;
  readonly index: number;
}

interface WantedRows {
  /** Which rows are drawn, in their order. */
  readonly indices: readonly number[];
  /** The one that may hold the focus: an element that is given another row, or moved, would lose it. */
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

  /** Elements before and after the pinned one go on to rows on their own side of it. */
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
