const STEP = 1.25;
const LARGEST = 8;

/** The next zoom step up or down, never beyond eight times the picture's size; null: fit to the view. */
export function nextZoom(scale: number, by: 1 | -1, fit: number): number | null {
  const next = by > 0 ? scale * STEP : scale / STEP;
  // Its actual size is never skipped.
  const isAcross = (scale < 1 && next > 1) || (scale > 1 && next < 1);
  const wanted = isAcross ? 1 : Math.min(LARGEST, next);
  return wanted <= fit ? null : wanted;
}
