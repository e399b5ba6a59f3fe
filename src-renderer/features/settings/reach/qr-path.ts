import { encode } from 'uqr';

/** Dark modules as the path of a picture, and how many a side has; with the margin that readers need. */
export function qrPath(text: string): { readonly path: string; readonly size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const rows = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { path: rows.join(''), size };
}
