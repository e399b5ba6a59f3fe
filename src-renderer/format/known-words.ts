/** A message that a text turned out to be. */
interface KnownMessage<Key> {
  readonly key: Key;
  /** A value for each name that any of the messages has: which ones the found message needs, only its key says. */
  readonly values: typeof NO_VALUES;
}

const NO_VALUES = { what: '', where: '', reason: '', count: '', needed: '', examples: '', more: '' };

function patternOf(message: string): RegExp {
  const literal = message.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`, 's');
}

/**
 * Finds texts that were written in English elsewhere among the messages of a catalog, by their English; null for those
 * that none of them says. Of two messages that both fit, the one that stands first is taken.
 */
export function knownWords<Key extends string>(
  en: Readonly<Record<Key, string>>,
): (text: string) => KnownMessage<Key> | null {
  const known = (Object.keys(en) as Key[]).map((key) => ({ key, pattern: patternOf(en[key]) }));
  return (text) => {
    for (const { key, pattern } of known) {
      const found = pattern.exec(text);
      if (found) return { key, values: { ...NO_VALUES, ...found.groups } };
    }
    return null;
  };
}
