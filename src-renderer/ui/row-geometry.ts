const TILES_INSET = 16;

/** The positions of the rows of a virtual list, in pixels from its top. */
export interface RowGeometry {
  readonly count: number;
  readonly total: number;
  top(index: number): number;
  height(index: number): number;
  /** The row at a distance from the top; the nearest one beyond the ends. */
  at(offset: number): number;
}

export function equalRows(count: number, height: number): RowGeometry {
  return {
    count,
    total: count * height,
    top: (index) => index * height,
    height: () => height,
    at: (offset) => Math.max(0, Math.min(count - 1, Math.floor(offset / height))),
  };
}

/** Rows of different heights; the sums are computed once. */
export function unequalRows(heights: readonly number[]): RowGeometry {
  const tops = new Float64Array(heights.length + 1);
  for (const [index, height] of heights.entries()) tops[index + 1] = (tops[index] ?? 0) + height;
  const count = heights.length;
  return {
    count,
    total: tops[count] ?? 0,
    top: (index) => tops[index] ?? 0,
    height: (index) => heights[index] ?? 0,
    at(offset) {
      let low = 0;
      let high = Math.max(0, count - 1);
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((tops[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return low;
    },
  };
}

/** How many tiles of a least width fit side by side; some room is left at both ends. */
export function tilesAcross(viewWidth: number, tileWidth: number): number {
  return Math.max(1, Math.floor((viewWidth - 2 * TILES_INSET) / tileWidth));
}

/** First and one past the last row to draw for a view of the list, with some rows of margin on either side. */
export function visibleRows(
  geometry: RowGeometry,
  view: { readonly top: number; readonly height: number; readonly margin: number },
): { readonly start: number; readonly end: number } {
  if (geometry.count === 0) return { start: 0, end: 0 };
  const start = Math.max(0, geometry.at(view.top) - view.margin);
  const end = Math.min(geometry.count, geometry.at(view.top + view.height) + 1 + view.margin);
  return { start, end };
}
