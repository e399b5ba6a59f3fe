/** Only the start of a longer line is shown. */
const LONGEST_SHOWN = 500;

/** As much of a line as is shown. */
export function shownLine(line: string): string {
  return line.length > LONGEST_SHOWN ? `${line.slice(0, LONGEST_SHOWN)}…` : line;
}
