/**
 * The languages that can be chosen: the primary subtag of each, its own name for itself, and the region whose date and
 * number formats it uses where the user's own is unknown. All others have a catalog of translations for each of the English
 * ones.
 */
export const LANGUAGES = [
  { key: 'en', name: 'English', locale: 'en-GB' },
  { key: 'de', name: 'Deutsch', locale: 'de-DE' },
] as const;

export type Language = (typeof LANGUAGES)[number]['key'];

const RTL_SCRIPTS: ReadonlySet<string | undefined> = new Set([
  'Arab',
  'Hebr',
  'Syrc',
  'Thaa',
  'Nkoo',
  'Adlm',
  'Rohg',
]);

/** The direction of a language's lines, by its script. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return RTL_SCRIPTS.has(new Intl.Locale(locale).maximize().script) ? 'rtl' : 'ltr';
}

/** A language as a tag such as `de-AT` names it, whatever its region and letter case; undefined where it is none of ours. */
export function languageOf(tag: string): Language | undefined {
  const primary = tag.split('-', 1)[0]?.toLowerCase();
  return LANGUAGES.find(({ key }) => key === primary)?.key;
}
