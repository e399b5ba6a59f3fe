const UNITS = ['KB', 'MB', 'GB', 'TB', 'PB'] as const;
/** Keeps number and unit on one line; clients compare it. */
const NO_BREAK_SPACE = '\u00a0';

/** `1 byte`, `17 bytes`, `3.4 MB`: 1024-based, one decimal. */
export function sizeFormatted(sizeBytes: number): string {
  if (sizeBytes < 1024) return `${sizeBytes}${NO_BREAK_SPACE}${sizeBytes === 1 ? 'byte' : 'bytes'}`;
  let amount = sizeBytes / 1024;
  let unit = 0;
  while (amount >= 1024 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${amount.toFixed(1)}${NO_BREAK_SPACE}${UNITS[unit]}`;
}
