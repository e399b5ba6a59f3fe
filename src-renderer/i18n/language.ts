/** Languages somebody can choose, each by its own name. */
export const LANGUAGES = [
  { key: 'en', name: 'English' },
  { key: 'de', name: 'Deutsch' },
] as const;

/**
 * What the words of a page are in. The last two are for tests: English with accents, brackets and a third more letters,
 * and English that runs from right to left.
 */
export type Language = (typeof LANGUAGES)[number]['key'] | 'en-XA' | 'ar-XB';

/** What was chosen; `system` follows the languages of the system or browser. */
export type LanguageChoice = Language | 'system';

const KEY = 'keepfold.language';
const ALL: readonly Language[] = ['en', 'de', 'en-XA', 'ar-XB'];

/** The first language somebody prefers that there are words in, whatever its region; English otherwise. */
export function languageFor(choice: LanguageChoice, preferred: readonly string[]): Language {
  if (choice !== 'system') return choice;
  const primary = preferred.map((tag) => tag.split('-', 1)[0]);
  return (
    LANGUAGES.find(({ key }) => key === primary.find((tag) => tag === 'en' || tag === 'de'))?.key ?? 'en'
  );
}

/** How dates and numbers are written: as the person's own region does, if it speaks the language of the words. */
export function localeFor(language: Language, preferred: readonly string[]): string {
  const words = language === 'de' ? 'de' : 'en';
  const own = preferred.find((tag) => tag === words || tag.startsWith(`${words}-`));
  return own ?? (words === 'de' ? 'de-DE' : 'en-GB');
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

/** For `Intl`: the language of the page in the way of the person's region. */
export const LOCALE = localeFor(LANGUAGE, PREFERRED);

export const DIRECTION = LANGUAGE === 'ar-XB' ? 'rtl' : 'ltr';

/** Keeps a choice for all later pages of this browser or window, and loads this one anew in it. */
export function chooseLanguage(choice: LanguageChoice): void {
  if (choice === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  location.reload();
}
