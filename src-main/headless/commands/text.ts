const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** Size in words, 1024-based, one decimal from KB on. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return unit === 0 ? `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}` : `${value.toFixed(1)} ${UNITS[unit]}`;
}

export function formatTime(unixSeconds: number): string {
  return unixSeconds === 0 ? 'never' : new Date(unixSeconds * 1000).toISOString().replace('.000Z', 'Z');
}

/** Columns padded to the widest cell, two spaces apart. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, visible(cell).length);
    });
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => visible(cell).padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Names come from others: control characters must not reach the terminal as such. */
export function visible(text: string): string {
  return text.replace(
    /\p{Cc}/gu,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
