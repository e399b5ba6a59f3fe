/** The wording is English; dates and numbers follow the English the person reads, 24-hour clocks included. */
function textLocale(preferred: readonly string[]): string {
  return preferred.find((language) => language === 'en' || language.startsWith('en-')) ?? 'en-GB';
}

export const LOCALE = textLocale(globalThis.navigator?.languages ?? []);
