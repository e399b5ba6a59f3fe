import { foldText } from './name-query.ts';

/** A piece of a text around what was looked for. */
export interface Snippet {
  /** On one line. */
  readonly text: string;
  /** Start and end of each hit in it, in UTF-16 units, ascending, without overlaps. */
  readonly marks: readonly (readonly [number, number])[];
}

/** What is looked at in one go; long texts are not folded as a whole. */
const PIECE = 16_384;
/** Longer than any word, so that none is missed between two pieces. */
const OVERLAP = 256;
const BEFORE = 60;
const SNIPPET = 200;

/** The words of a query as the index has them: letters and digits, folded. The last one may still be being typed. */
export function textWords(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}\p{Co}]+/u)
    .filter(Boolean);
}

/** Where the text has the first of the words that it holds, with all of them marked; null when it holds none of them. */
export function snippetOf(text: string, words: readonly string[]): Snippet | null {
  const found = beginningOf(words);
  for (let start = 0; start < text.length; start += PIECE - OVERLAP) {
    const piece = text.slice(start, start + PIECE);
    if (!found.test(foldText(piece))) continue;
    const [first] = marksIn(piece, words);
    if (first !== undefined) return cut(text, start + first[0], words);
  }
  return null;
}

function cut(text: string, at: number, words: readonly string[]): Snippet {
  const from = at <= BEFORE ? 0 : afterSpace(text, at - BEFORE, at);
  const shown = text
    .slice(from, from + SNIPPET)
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const [left, right] = [from > 0 ? '… ' : '', from + SNIPPET < text.length ? ' …' : ''];
  const line = `${left}${shown}${right}`;
  return { text: line, marks: marksIn(line, words) };
}

/** A snippet begins with a word where there is one nearby. */
function afterSpace(text: string, from: number, before: number): number {
  const space = text.slice(from, before).search(/\s/);
  return space === -1 ? from : from + space + 1;
}

function beginningOf(words: readonly string[]): RegExp {
  // Words hold letters and digits only, so nothing in them has another meaning in an expression.
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})`, 'u');
}

/** Folding may change lengths, so each character is folded by itself, and what it came from is kept. */
function marksIn(text: string, words: readonly string[]): [number, number][] {
  let folded = '';
  const origins: number[] = [];
  let at = 0;
  for (const character of text) {
    const piece = foldText(character);
    for (let unit = 0; unit < piece.length; unit += 1) origins.push(at);
    folded += piece;
    at += character.length;
  }
  origins.push(text.length);
  const all = new RegExp(beginningOf(words).source, 'gu');
  return [...folded.matchAll(all)].map((match) => [
    origins[match.index] ?? 0,
    endOf(origins, match.index + match[0].length - 1),
  ]);
}

/** Where the character that a folded one came from ends. */
function endOf(origins: readonly number[], last: number): number {
  const start = origins[last] ?? 0;
  return origins.slice(last + 1).find((origin) => origin > start) ?? start + 1;
}
