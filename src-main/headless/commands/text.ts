const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** Size in words, 1024-based, one decimal from KB on. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return unit === 0 ? counted(bytes, 'byte') : `${value.toFixed(1)} ${UNITS[unit]}`;
}

/** `1 file`, `2 files` */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

// Limits of years with four digits: clients write times to libraries.
const FIRST_SECOND = -62_135_596_800;
const LAST_SECOND = 253_402_300_799;

/** In UTC; `never` for 0, and words for times outside the calendar. */
export function formatTime(unixSeconds: number): string {
  if (unixSeconds === 0) return 'never';
  if (!(unixSeconds >= FIRST_SECOND && unixSeconds <= LAST_SECOND)) return 'unknown time';
  return new Date(unixSeconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z');
}

const LONGEST_LINE = 300;

/** The first line of a text, shortened if long. */
export function firstLine(text: string): string {
  const line = text.slice(0, LONGEST_LINE + 1).split('\n', 1)[0] ?? '';
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
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

/** Characters that a terminal obeys rather than shows: controls, line ends, and text direction. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Names come from others: control characters are written out, as `\x1b` and `\u202e`. */
export function visible(text: string): string {
  return text.replace(HIDDEN, escaped);
}

/** As `visible`, for the whole output of a command: keeps lines and tabs. */
export function visibleLines(text: string): string {
  return text.replace(HIDDEN, (character) => (/[\n\t]/.test(character) ? character : escaped(character)));
}

function escaped(character: string): string {
  const code = character.charCodeAt(0).toString(16);
  return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`;
}
