/**
 * Canonical JSON text of a string, number, array or object, as the fs object ids are computed over it.
 *
 * Keys sorted, `", "` and `": "` as separators, and only these escapes: `\"`, `\\`, `\b \t \n \f \r`, and
 * upper-case `\u00XX` for the other control characters. Everything else is raw (recorded in
 * `test/fixtures/vectors/fs-objects.json`); `JSON.stringify` differs in spacing and in hex case.
 * @throws RangeError for a lone surrogate, which has no UTF-8 form.
 */
export function canonicalJson(value: CanonicalValue): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return canonicalString(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(', ')}]`;
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${canonicalString(key)}: ${canonicalJson(member)}`);
  return `{${members.join(', ')}}`;
}

export type CanonicalValue =
  | string
  | number
  | readonly CanonicalValue[]
  | { readonly [key: string]: CanonicalValue };

function isList(value: CanonicalValue): value is readonly CanonicalValue[] {
  return Array.isArray(value);
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
};

const ESCAPED = /["\\\p{Cc}]/gu;

/** One JSON string with its quotes, escaped as `canonicalJson` says. */
export function canonicalString(text: string): string {
  const plain = JSON.stringify(text);
  // Nothing was escaped, so both notations agree; nearly every string ends here.
  if (plain.length === text.length + 2) return plain;
  if (!text.isWellFormed()) throw new RangeError(`no UTF-8 form: ${plain}`);
  return `"${text.replace(ESCAPED, escapeCharacter)}"`;
}

function escapeCharacter(character: string): string {
  const short = SHORT_ESCAPES[character];
  if (short !== undefined) return short;
  const code = character.charCodeAt(0);
  // U+007F and the C1 range are control characters too, but the format leaves them raw.
  if (code >= 0x20) return character;
  return `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
