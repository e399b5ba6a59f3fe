/** A part of what was typed into a filter: `key:value`, `key:"several words"` or a word. */
export interface FilterPart<Key extends string> {
  /** Null: words. */
  readonly key: Key | null;
  readonly value: string;
  readonly typed: string;
}

const PART = /(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/gi;

/** The parts of what was typed; a colon after a word that is not a key is part of the words. */
export function filterParts<Key extends string>(typed: string, keys: readonly Key[]): FilterPart<Key>[] {
  const keyOf = (word: string | undefined): Key | null =>
    keys.find((known) => known === word?.toLowerCase()) ?? null;
  return [...typed.matchAll(PART)].map(([whole, word, quoted, plain]) => {
    const key = keyOf(word);
    const value = quoted ?? plain ?? '';
    if (key !== null) return { key, value, typed: whole };
    // Nothing follows the colon yet.
    const begun = plain?.endsWith(':') === true && word === undefined ? keyOf(plain.slice(0, -1)) : null;
    if (begun !== null) return { key: begun, value: '', typed: whole };
    return { key, value: word === undefined ? value : `${word}:${value}`, typed: whole };
  });
}

/** The parts as they were typed, with another value for a key; an empty one removes the key. */
export function withPart<Key extends string>(
  parts: readonly FilterPart<Key>[],
  key: Key,
  value: string,
): string {
  const rest = parts.filter((part) => part.key !== key);
  const spelled = /[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value;
  const added = value === '' ? [] : [`${key}:${spelled}`];
  return [...rest.map((part) => part.typed), ...added].join(' ');
}
