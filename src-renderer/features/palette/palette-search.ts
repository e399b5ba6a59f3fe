import type { IconComponent } from '../../ui/icon.ts';

/** A place to go to, or something to do. */
export interface PaletteEntry {
  /** The same from one visit to the next, so that it can be kept among the recent ones. Without spaces. */
  readonly id: string;
  /** `here`: done with what is open. `files`: found by the search. */
  readonly group: 'here' | 'places' | 'libraries' | 'actions' | 'files';
  readonly label: string;
  /** What distinguishes it from others of the same name; also searched. */
  readonly note?: string;
  /** Other words that users might type for it. */
  readonly words?: string;
  readonly icon: IconComponent;
  readonly shortcut?: string;
  /** Not listed until the user types: there are too many of its kind. */
  readonly isHidden?: true;
  /** It will mean something else next time, so it is not kept among the recent ones. */
  readonly isPassing?: true;
  readonly run: () => void;
}

/** More than a user reads; the next letter narrows them down. */
const MOST_SHOWN = 60;

/** How well a typed word matches a text; an entry matches only if each word matches one of its texts. */
const AT_START = 8;
const AT_WORD = 6;
const AT_OTHER_WORD = 3;
const INSIDE = 1;

/** Texts as they are compared: lower case without accents, each word after a space. */
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

/**
 * Zero: no match. Among equal matches, recently chosen entries come first, then what is open, and a library before its
 * parts.
 */
function totalOf(words: readonly string[], searchedEntry: SearchedEntry, recent: readonly string[]): number {
  const scores = words.map((word) => scoreOf(word, searchedEntry));
  if (scores.includes(0)) return 0;
  const { id, isHidden, group } = searchedEntry.entry;
  const sum = scores.reduce((total, score) => total + score, 0);
  const nearness = (recent.includes(id) ? 0.5 : 0) + (group === 'here' ? 0.4 : 0);
  return sum + nearness - (isHidden ? 0.25 : 0);
}

/** The entries that match every typed word, best first; with nothing typed, all that are not hidden. */
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

const KEY = 'keepfold.recent-choices';
const MOST_KEPT = 5;

/** Ids of the recently chosen entries, newest first. */
export function recentChoices(storage: Storage): readonly string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

export function keepChoice(storage: Storage, id: string): void {
  const others = recentChoices(storage).filter((other) => other !== id);
  storage.setItem(KEY, JSON.stringify([id, ...others].slice(0, MOST_KEPT)));
}
