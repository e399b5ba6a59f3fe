/** Four bytes a pixel: red, green, blue and opacity. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/**
 * Shrinks the picture into a square of `size` pixels, keeping its proportions; each pixel is the mean of those it
 * covers.
 */
export function shrink(picture: Pixels, size: number): Pixels {
  const scale = Math.min(1, size / Math.max(picture.width, picture.height));
  if (scale === 1) return picture;
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    const rows = span(y, height, picture.height);
    for (let x = 0; x < width; x++) {
      const mean = meanOf(picture, rows, span(x, width, picture.width));
      data.set(mean, (y * width + x) * 4);
    }
  }
  return { width, height, data };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The range of `before` old positions that the new position `at` of `after` covers. */
function span(at: number, after: number, before: number): Span {
  const from = Math.floor((at * before) / after);
  return { from, to: Math.max(from + 1, Math.floor(((at + 1) * before) / after)) };
}

function meanOf({ data, width }: Pixels, rows: Span, columns: Span): [number, number, number, number] {
  let [red, green, blue, opacity] = [0, 0, 0, 0];
  for (let y = rows.from; y < rows.to; y++) {
    const end = (y * width + columns.to) * 4;
    for (let at = (y * width + columns.from) * 4; at < end; at += 4) {
      const weight = data[at + 3] ?? 0;
      red += (data[at] ?? 0) * weight;
      green += (data[at + 1] ?? 0) * weight;
      blue += (data[at + 2] ?? 0) * weight;
      opacity += weight;
    }
  }
  const count = (rows.to - rows.from) * (columns.to - columns.from);
  // Invisible pixels have no colour.
  return opacity === 0 ? [0, 0, 0, 0] : [red / opacity, green / opacity, blue / opacity, opacity / count];
}
