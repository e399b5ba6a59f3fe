import { directionOf, LANGUAGES, type Language, languageOf } from '../../src-shared/languages.ts';

/**
 * The language of a page. The last two are for tests: English with accents, brackets and a third more letters, and English
 * in Arabic letters, which runs from right to left. Developers choose them by `localStorage['keepfold.language']`.
 */
export type PageLanguage = Language | PseudoLanguage;

export type PseudoLanguage = 'en-XA' | 'ar-XB';

/** What was chosen; `system` follows the languages of the system or browser. */
export type LanguageChoice = PageLanguage | 'system';

const KEY = 'keepfold.language';
const ALL: readonly PageLanguage[] = [...LANGUAGES.map(({ key }) => key), 'en-XA', 'ar-XB'];

export function isPseudo(language: PageLanguage): language is PseudoLanguage {
  return language === 'en-XA' || language === 'ar-XB';
}

/** The first of the user's preferred languages that has a catalog, whatever its region; otherwise English. */
export function languageFor(choice: LanguageChoice, preferred: readonly string[]): PageLanguage {
  if (choice !== 'system') return choice;
  const [first = 'en'] = preferred.flatMap((tag) => languageOf(tag) ?? []);
  return first;
}

/** How dates and numbers are written: as in the user's own region, if that uses the language of the page. */
export function localeFor(language: PageLanguage, preferred: readonly string[]): string {
  if (language === 'ar-XB') return 'ar-EG';
  const { key, locale } = LANGUAGES.find((each) => each.key === language) ?? LANGUAGES[0];
  return preferred.find((tag) => languageOf(tag) === key) ?? locale;
}

function storedChoice(): LanguageChoice {
  const stored = globalThis.localStorage?.getItem(KEY) ?? null;
  return ALL.find((language) => language === stored) ?? 'system';
}

const PREFERRED = globalThis.navigator?.languages ?? [];

/** What was chosen when the page was loaded. */
export const LANGUAGE_CHOICE = storedChoice();

/** The language of this page. It changes with the next load only, so words may be looked up once and kept. */
export const LANGUAGE = languageFor(LANGUAGE_CHOICE, PREFERRED);

/** For `Intl`: the language of the page, with the user's region. */
export const LOCALE = localeFor(LANGUAGE, PREFERRED);

export const DIRECTION = directionOf(LOCALE);

/** Keeps a choice for all later pages of this browser or window, and reloads this one in it. */
export function chooseLanguage(choice: LanguageChoice): void {
  if (choice === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  location.reload();
}
