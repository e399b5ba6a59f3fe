import { DomainError } from '../errors.ts';
import { bytesOfLines, type LinedText } from './text-lines.ts';

/** The two texts that are merged. */
export interface TextSides {
  /** The one that has the name: how it begins and ends its lines, so does the merged one. */
  readonly original: LinedText;
  readonly copy: LinedText;
}

interface Piece {
  readonly side: keyof TextSides;
  readonly from: number;
  readonly to: number;
}

/** Whether both may stand in one text: neither ends its lines in several ways, nor each in another one. */
export function endLinesAlike({ original, copy }: TextSides): boolean {
  const ends = new Set([original.lineEnd, copy.lineEnd]);
  ends.delete('none');
  return ends.size <= 1 && !ends.has('mixed');
}

/**
 * The bytes of a text made of lines of both sides, each of which is taken once at most, in its order.
 * @param pieces as in `copy:3-5`: lines 3 and 4 of the copy, counted from 0
 * @throws DomainError `argument-invalid`
 */
export function mergedText(sides: TextSides, pieces: readonly string[]): Buffer {
  const { original, copy } = sides;
  const lines: string[] = [];
  const done = { original: 0, copy: 0 };
  for (const text of pieces) {
    const { side, from, to } = pieceOf(text);
    if (from < done[side] || to <= from || to > sides[side].lines.length) throw invalid(text);
    done[side] = to;
    for (const line of sides[side].lines.slice(from, to)) lines.push(line);
  }
  const { lineEnd } = original.lineEnd === 'none' ? copy : original;
  const { endsLine } = original.lines.length === 0 ? copy : original;
  return bytesOfLines(lines, { ...original, lineEnd, endsLine });
}

function pieceOf(text: string): Piece {
  const match = /^(original|copy):(\d{1,7})-(\d{1,7})$/.exec(text);
  if (match === null) throw invalid(text);
  return { side: match[1] as Piece['side'], from: Number(match[2]), to: Number(match[3]) };
}

function invalid(value: string): DomainError {
  return new DomainError('argument-invalid', { field: 'pieces', value });
}
