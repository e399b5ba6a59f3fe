const STEP = 1.25;
const LARGEST = 8;

/** A step larger or smaller, never beyond eight times its size; null: so small that all of it fits. */
export function nextZoom(scale: number, by: 1 | -1, fit: number): number | null {
  const next = by > 0 ? scale * STEP : scale / STEP;
  // Its own size is never leapt over.
  const isAcross = (scale < 1 && next > 1) || (scale > 1 && next < 1);
  const wanted = isAcross ? 1 : Math.min(LARGEST, next);
  return wanted <= fit ? null : wanted;
}
