/**
 * The languages that can be chosen: the primary subtag of each, its own name for itself, and the region whose dates and
 * numbers it has where the user's own is unknown. All others have a catalog of translations for each of the English
 * ones.
 */
export const LANGUAGES = [
  { key: 'en', name: 'English', locale: 'en-GB' },
  { key: 'de', name: 'Deutsch', locale: 'de-DE' },
] as const;

export type Language = (typeof LANGUAGES)[number]['key'];

/** A language as a tag such as `de-AT` names it, whatever its region and letter case; undefined where it is none of ours. */
export function languageOf(tag: string): Language | undefined {
  const primary = tag.split('-', 1)[0]?.toLowerCase();
  return LANGUAGES.find(({ key }) => key === primary)?.key;
}
