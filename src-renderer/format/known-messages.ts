/** A message that a text turned out to be. */
interface KnownMessage<Key> {
  readonly key: Key;
  /** A value for each name that any of the messages has: only its key tells which ones the found message needs. */
  readonly values: typeof NO_VALUES;
}

const NO_VALUES = {
  what: '',
  where: '',
  reason: '',
  count: '',
  needed: '',
  examples: '',
  more: '',
  found: '',
  told: '',
};

/** A message as the text around its values. */
interface Pattern {
  readonly names: readonly string[];
  /** The text before the first value, between two, and after the last one. */
  readonly words: readonly string[];
}

function patternOf(message: string): Pattern {
  const parts = message.split(/[{}]/);
  return {
    names: parts.filter((_, index) => index % 2 === 1),
    words: parts.filter((_, index) => index % 2 === 0),
  };
}

/**
 * Where the fixed parts of a pattern begin in a text that matches it, null for any other text. The first value is as long as
 * it can be, and none is empty. Each part is searched for once, from the end: texts come from clients, and a regular
 * expression would try every way to split one.
 */
function placesIn(text: string, [first = '', ...rest]: readonly string[]): readonly number[] | null {
  const last = rest.pop();
  if (last === undefined) return text === first ? [0] : null;
  if (!text.startsWith(first) || !text.endsWith(last)) return null;
  const places = [text.length - last.length];
  for (const words of rest.reverse())
    places.unshift(text.lastIndexOf(words, (places[0] ?? 0) - 1 - words.length));
  return (places[0] ?? 0) > first.length ? [0, ...places] : null;
}

function valuesIn(text: string, { names, words }: Pattern): Readonly<Record<string, string>> | null {
  const places = placesIn(text, words);
  if (places === null) return null;
  const ends = places.map((place, index) => place + (words[index]?.length ?? 0));
  return Object.fromEntries(names.map((name, index) => [name, text.slice(ends[index], places[index + 1])]));
}

/**
 * Finds texts that were written in English elsewhere among the messages of a catalog, by their English; null for those that
 * match none. If two messages match, the first one is taken.
 */
export function knownMessages<Key extends string>(
  en: Readonly<Record<Key, string>>,
): (text: string) => KnownMessage<Key> | null {
  const known = (Object.keys(en) as Key[]).map((key) => ({ key, pattern: patternOf(en[key]) }));
  return (text) => {
    for (const { key, pattern } of known) {
      const values = valuesIn(text, pattern);
      if (values) return { key, values: { ...NO_VALUES, ...values } };
    }
    return null;
  };
}
