import { diffWordsWithSpace } from 'diff';

/** A stretch of a line; marked: this is what changed. */
export interface LinePart {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Only the start of a longer line is shown. */
export const LONGEST_SHOWN = 2_000;
const TAB_COLUMNS = 4;
// Below this, two lines have nothing to do with each other, and marks would only be noise.
const LEAST_IN_COMMON = 0.3;

// East Asian scripts and emoji, which fixed-width fonts draw two columns wide.
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0x1f300, 0x1faff],
  [0x20000, 0x3fffd],
];

function columnsOfCharacter(code: number, column: number): number {
  if (code === 0x09) return TAB_COLUMNS - (column % TAB_COLUMNS);
  return WIDE.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}

/** The column after a text that starts at a column; double-width characters count as two. */
function columnAfter(column: number, text: string): number {
  let after = column;
  for (const character of text) after += columnsOfCharacter(character.codePointAt(0) ?? 0, after);
  return after;
}

/** Where a word that is longer than a row is broken, as offsets in it. */
function breaksInside(word: string, columns: number): { points: number[]; column: number } {
  const points: number[] = [];
  let column = 0;
  let offset = 0;
  for (const character of word) {
    const after = columnAfter(column, character);
    if (after > columns && column > 0) points.push(offset);
    column = after > columns ? columnAfter(0, character) : after;
    offset += character.length;
  }
  return { points, column };
}

/**
 * Where the further rows of a line begin when a row has a number of columns of a fixed-width font, as offsets: between
 * words, and within words that are longer than a row. Spaces at the end of a row hang over it.
 */
export function rowStarts(line: string, columns: number): number[] {
  const starts: number[] = [];
  let column = 0;
  let offset = 0;
  for (const stretch of line.slice(0, LONGEST_SHOWN).match(/\s+|\S+\s*/gu) ?? []) {
    const word = stretch.trimEnd();
    if (column > 0 && columnAfter(column, word) > columns) {
      starts.push(offset);
      column = 0;
    }
    const inside = breaksInside(word, columns);
    for (const point of inside.points) starts.push(offset + point);
    column = inside.points.length > 0 ? inside.column : columnAfter(column, word);
    column = columnAfter(column, stretch.slice(word.length));
    offset += stretch.length;
  }
  return starts;
}

/** Rows that a line takes, including one for the note about what is not shown of it. */
export function rowCount(line: string, columns: number): number {
  return rowStarts(line, columns).length + (line.length > LONGEST_SHOWN ? 2 : 1);
}

/** The parts of a line, row by row. */
export function rowsOfParts(parts: readonly LinePart[], starts: readonly number[]): LinePart[][] {
  const rows: LinePart[][] = [[]];
  let offset = 0;
  for (const { text, isMarked } of parts) {
    let from = 0;
    for (const start of starts.filter((each) => each >= offset && each < offset + text.length)) {
      rows.at(-1)?.push({ text: text.slice(from, start - offset), isMarked });
      rows.push([]);
      from = start - offset;
    }
    rows.at(-1)?.push({ text: text.slice(from), isMarked });
    offset += text.length;
  }
  return rows;
}

/** A line without marks. */
export function plainParts(line: string): LinePart[] {
  const text = line.slice(0, LONGEST_SHOWN);
  return text === '' ? [] : [{ text, isMarked: false }];
}

/** Both lines with what differs marked; without marks where little is alike, or the lines are long. */
export function markedParts(left: string, right: string): { left: LinePart[]; right: LinePart[] } {
  const plain = { left: plainParts(left), right: plainParts(right) };
  if (left.length > LONGEST_SHOWN || right.length > LONGEST_SHOWN) return plain;
  const found = diffWordsWithSpace(left, right);
  const common = found.reduce(
    (sum, part) => sum + (part.added || part.removed ? 0 : part.value.trim().length),
    0,
  );
  if (common < LEAST_IN_COMMON * Math.max(left.length, right.length)) return plain;
  const side = (leavesOut: 'added' | 'removed') =>
    found
      .filter((part) => !part[leavesOut])
      .map((part) => ({ text: part.value, isMarked: part.added || part.removed }));
  return { left: side('added'), right: side('removed') };
}
