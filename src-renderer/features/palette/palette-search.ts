import type { PaletteEntry } from './palette-entry.ts';

/** More than anybody reads; the next letter makes them fewer. */
const MOST_SHOWN = 60;

/** How well a typed word fits a text; where it fits none of an entry's texts, the entry does not match. */
const AT_START = 8;
const AT_WORD = 6;
const AT_OTHER_WORD = 3;
const INSIDE = 1;

/** Texts as they are compared: small letters without accents, each word after a space. */
interface SearchedEntry {
  readonly entry: PaletteEntry;
  readonly label: string;
  readonly others: string;
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Once as it is and once in words, so that `2025` and `-2025` both find `Taxes-2025`. */
function searched(text: string): string {
  const letters = plain(text);
  return ` ${letters} ${letters.replace(/[^\p{L}\p{N}]+/gu, ' ')}`;
}

/** Prepared once for each time that the palette is opened, rather than for each letter. */
export function searchedEntries(entries: readonly PaletteEntry[]): readonly SearchedEntry[] {
  return entries.map((entry) => ({
    entry,
    label: searched(entry.label),
    others: searched(`${entry.note ?? ''} ${entry.words ?? ''}`),
  }));
}

function scoreOf(word: string, { label, others }: SearchedEntry): number {
  if (label.startsWith(` ${word}`)) return AT_START;
  if (label.includes(` ${word}`)) return AT_WORD;
  if (others.includes(` ${word}`)) return AT_OTHER_WORD;
  return label.includes(word) ? INSIDE : 0;
}

/** Zero: no match. What was chosen lately comes before what fits as well, and a library before its parts. */
function totalOf(words: readonly string[], searchedEntry: SearchedEntry, recent: readonly string[]): number {
  const scores = words.map((word) => scoreOf(word, searchedEntry));
  if (scores.includes(0)) return 0;
  const { id, isHidden } = searchedEntry.entry;
  const sum = scores.reduce((total, score) => total + score, 0);
  return sum + (recent.includes(id) ? 0.5 : 0) - (isHidden ? 0.25 : 0);
}

/** What fits every word that was typed, best first; nothing typed: all that is not hidden. */
export function matchingEntries(
  all: readonly SearchedEntry[],
  typed: string,
  recent: readonly string[],
): readonly PaletteEntry[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return all.map(({ entry }) => entry).filter(({ isHidden }) => !isHidden);
  return all
    .map((each) => ({ entry: each.entry, total: totalOf(words, each, recent) }))
    .filter(({ total }) => total > 0)
    .sort((one, other) => other.total - one.total)
    .slice(0, MOST_SHOWN)
    .map(({ entry }) => entry);
}
