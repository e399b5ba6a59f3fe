import type { LibraryId } from '../../core/library/library-id.ts';

/** An item that is somewhere else now, with all below it. */
export interface MovedPath {
  readonly from: string;
  readonly to: string;
  /** Absent: the same. */
  readonly toLibrary?: LibraryId;
}

/** What people have noted about items by their path. */
interface ItemMarks {
  /**
   * Takes everybody's marks along, with what is below. All moves are made at once, so that items may change places.
   * Callers bring the transaction.
   */
  follow(library: LibraryId, moves: readonly MovedPath[]): void;
}

/** Everything that goes along with an item: stars, smart links. */
export function createItemMarks(...tables: readonly ItemMarks[]): ItemMarks {
  return {
    follow(library, moves) {
      if (moves.length === 0) return;
      for (const table of tables) table.follow(library, moves);
    },
  };
}

/** Rows that are somewhere else now, with their new place. */
export function movedRows<Row extends { readonly path: string }>(
  rows: readonly Row[],
  moves: readonly MovedPath[],
): { row: Row; to: { path: string; library?: LibraryId } }[] {
  // Most libraries have none, and a commit may move a hundred thousand files.
  if (rows.length === 0) return [];
  const moveFrom = new Map(moves.map((move) => [move.from, move]));
  return rows.flatMap((row) => {
    const to = placeAfter(row.path, moveFrom);
    return to === null ? [] : [{ row, to }];
  });
}

/** Null: where it was. */
function placeAfter(
  path: string,
  moveFrom: ReadonlyMap<string, MovedPath>,
): { path: string; library?: LibraryId } | null {
  let from = path;
  while (from !== '' && !moveFrom.has(from)) from = from.slice(0, from.lastIndexOf('/'));
  const move = moveFrom.get(from);
  if (move === undefined) return null;
  const place = { path: move.to + path.slice(move.from.length) };
  return move.toLibrary === undefined ? place : { ...place, library: move.toLibrary };
}
