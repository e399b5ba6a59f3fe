import { describe, expect, it } from 'vitest';

const LANGUAGE_KEY = 'keepfold.language';

/** The parts that are found on a German page, which takes its language when its code is loaded. */
async function foundInGerman(search: string): Promise<string[]> {
  localStorage.setItem(LANGUAGE_KEY, 'de');
  try {
    const { matchingParts } = await import('../../../../src-renderer/features/settings/settings-sections.ts');
    return matchingParts(search, true).map(({ key }) => key);
  } finally {
    localStorage.removeItem(LANGUAGE_KEY);
  }
}

describe('the search of the settings on a German page', () => {
  it('finds by German words, typed in part and in any letter case', async () => {
    expect(await foundInGerman('Aufbewahr')).toEqual(['history']);
    expect(await foundInGerman('ÜBERSPRINGEN')).toEqual(['folders']);
    expect(await foundInGerman('handy abmelden')).toEqual(['devices']);
  });

  it('finds by the English words that people know from elsewhere', async () => {
    expect(await foundInGerman('retention')).toEqual(['history']);
    expect(await foundInGerman('dark mode')).toEqual(['look']);
    expect(await foundInGerman('api key')).toEqual(['token']);
  });

  it('leads back to English from whatever is typed for it', async () => {
    expect(await foundInGerman('language')).toEqual(['language']);
    expect(await foundInGerman('english')).toEqual(['language']);
  });
});
