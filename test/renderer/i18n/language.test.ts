import { describe, expect, it } from 'vitest';
import { languageFor, localeFor } from '../../../src-renderer/i18n/language.ts';
import { directionOf } from '../../../src-shared/languages.ts';

describe('the language of a page', () => {
  it('is the first preferred one that there are words in, whatever its region', () => {
    expect(languageFor('system', ['la-VA', 'de-AT', 'en-US'])).toBe('de');
    expect(languageFor('system', ['en-GB', 'de'])).toBe('en');
    expect(languageFor('system', ['la', 'den'])).toBe('en');
    expect(languageFor('system', [])).toBe('en');
  });

  it('is what was chosen, whatever the system prefers', () => {
    expect(languageFor('en', ['de-DE'])).toBe('en');
    expect(languageFor('de', [])).toBe('de');
    expect(languageFor('ar-XB', ['de-DE'])).toBe('ar-XB');
  });

  it('runs as its script does', () => {
    expect(['en-GB', 'de-DE', 'ar-EG', 'he', 'fa', 'ur-PK', 'pa', 'pa-PK'].map(directionOf)).toEqual([
      ...['ltr', 'ltr', 'rtl', 'rtl', 'rtl', 'rtl', 'ltr', 'rtl'],
    ]);
  });

  it('writes dates and numbers in the way of a region where the language is spoken', () => {
    expect(localeFor('en', ['de-DE', 'en-AU'])).toBe('en-AU');
    expect(localeFor('de', ['en-US', 'de-CH'])).toBe('de-CH');
    expect(localeFor('de', ['en-US'])).toBe('de-DE');
    expect(localeFor('en-XA', ['de-DE'])).toBe('en-GB');
    expect(localeFor('ar-XB', ['de-DE'])).toBe('ar-EG');
  });
});
