import type { LibraryId } from './library-id.ts';

/** An item that is somewhere else now, with all below it. */
export interface MovedPath {
  readonly from: string;
  readonly to: string;
  /** Absent: the same. */
  readonly toLibrary?: LibraryId;
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
