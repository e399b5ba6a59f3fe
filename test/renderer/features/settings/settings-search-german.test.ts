import { describe, expect, it } from 'vitest';
import { matchingParts } from '../../../../src-renderer/features/settings/settings-sections.ts';

function found(search: string): string[] {
  return matchingParts(search, true).map(({ key }) => key);
}

describe('the search of the settings on a German page', () => {
  it('finds by German words, typed in part and in any letter case', () => {
    expect(found('Aufbewahr')).toEqual(['history']);
    expect(found('ÜBERSPRINGEN')).toEqual(['folders']);
    expect(found('handy abmelden')).toEqual(['devices']);
  });

  it('finds by the English words that people know from elsewhere', () => {
    expect(found('retention')).toEqual(['history']);
    expect(found('dark mode')).toEqual(['look']);
    expect(found('api key')).toEqual(['token']);
  });

  it('leads back to English from whatever is typed for it', () => {
    expect(found('language')).toEqual(['language']);
    expect(found('english')).toEqual(['language']);
  });
});
