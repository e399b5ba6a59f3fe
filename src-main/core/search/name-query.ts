/**
 * Text as searches compare it: small letters without accents, however a system composes them. Equal for texts that
 * people take for the same; its length may differ from the text's.
 */
export function foldText(text: string): string {
  // A sigma looks different at the end of a word.
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ');
}

/** What a user typed to find names by. */
export interface NameQuery {
  /** Folded; a name holds each of them. */
  readonly words: readonly string[];
  /** Every stretch of three characters of the words, each once; none when all words are shorter. */
  readonly grams: readonly string[];
}

const GRAM = 3;
/** More than that narrows nothing further and costs a list each. */
const MOST_GRAMS = 24;

/** Words are parted by spaces; no words: nothing is found. */
export function nameQuery(text: string): NameQuery {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  return { words, grams: [...new Set(words.flatMap(gramsOf))].slice(0, MOST_GRAMS) };
}

/** Whether the name holds all the words. */
export function holdsWords(name: string, { words }: NameQuery): boolean {
  const folded = foldText(name);
  return words.every((word) => folded.includes(word));
}

/** How well the name fits: 0 it is what was typed, 1 it begins so, 2 it holds the words. */
export function nameRank(name: string, { words }: NameQuery): 0 | 1 | 2 {
  const folded = foldText(name);
  const typed = words.join(' ');
  if (folded === typed) return 0;
  return folded.startsWith(typed) ? 1 : 2;
}

function gramsOf(word: string): string[] {
  // By characters, not by halves of them: so does the index.
  const characters = [...word];
  return characters.slice(GRAM - 1).map((_, at) => characters.slice(at, at + GRAM).join(''));
}
