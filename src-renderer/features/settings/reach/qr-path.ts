import { encode } from 'uqr';

/** The dark modules as an SVG path, and the modules per side; with the margin that scanners need. */
export function qrPath(text: string): { readonly path: string; readonly size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const rows = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { path: rows.join(''), size };
}
