import {
  isArgumentElement,
  isLiteralElement,
  isPluralElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { catalogsIn, englishIn, PLACES } from '../../../resources/launch/catalogs.mjs';
import { LANGUAGES } from '../../../src-shared/languages.ts';
import type { Catalog } from '../../../src-shared/message-values.ts';

/** The values and tags of a message, in the order of the alphabet, each once; plurals with their kind, and what is odd. */
function placesIn(message: string): string[] {
  const found = new Set<string>();
  const visit = (element: MessageFormatElement): void => {
    if (isPluralElement(element)) {
      found.add(`${element.value} (plural)`);
      for (const { value } of Object.values(element.options)) value.forEach(visit);
    } else if (isTagElement(element)) {
      found.add(`<${element.value}>`);
      element.children.forEach(visit);
    } else if (isArgumentElement(element)) found.add(element.value);
    else if (!isLiteralElement(element) && 'value' in element) found.add(`odd: ${element.value}`);
  };
  try {
    parse(message).forEach(visit);
  } catch (error) {
    found.add(`odd: no ICU message, ${error}`);
  }
  return [...found].sort();
}

/** The messages by where they stand: `trash restore`. */
function messagesIn(catalog: Catalog): [place: string, message: string][] {
  return Object.entries(catalog).flatMap(([area, texts]) =>
    Object.entries(texts).map(([key, message]): [string, string] => [`${area} ${key}`, message]),
  );
}

const placesOf = (catalog: Catalog) =>
  Object.fromEntries(messagesIn(catalog).map(([place, message]) => [place, placesIn(message)]));

const inCode = new Map(
  await Promise.all(PLACES.map(async (place) => [place.folder, await englishIn(place)] as const)),
);

describe.each(PLACES)('the catalogs of $folder', (place) => {
  const english = inCode.get(place.folder) ?? {};
  const catalogs = catalogsIn(place);
  const languages = Object.keys(catalogs);

  it('are those of all languages that can be chosen', () => {
    expect(languages).toEqual(LANGUAGES.map(({ key }) => key).sort());
  });

  it('have for translators the English that stands in the code', () => {
    const messages = messagesIn(english);
    expect(messages.length).toBeGreaterThan(0);
    expect(messagesIn(catalogs['en'] ?? {}), 'Run “npm run catalogs”, then translate what is new.').toEqual(
      messages,
    );
  });

  it('name no value like a tag, and use only values, tags and plurals', () => {
    const odd = messagesIn(english).filter(([, message]) => {
      const places = placesIn(message);
      return places.some((each) => places.includes(`<${each}>`) || each.startsWith('odd:'));
    });
    expect(odd).toEqual([]);
  });

  it.each(languages)(
    'have in %s each English message, with its values and tags, and no other',
    (language) => {
      const catalog = catalogs[language] ?? {};
      expect(placesOf(catalog), 'Run “npm run catalogs”: it tells what is missing.').toEqual(
        placesOf(english),
      );
      expect(messagesIn(catalog).filter(([, message]) => message.trim() === '')).toEqual([]);
    },
  );

  it('say du in German', () => {
    // Within a sentence only the polite form begins with a capital.
    const polite = /[\p{Ll},] (?:Sie|Ihnen|Ihre?[mnrs]?)\b/u;
    expect(messagesIn(catalogs['de'] ?? {}).filter(([, message]) => polite.test(message))).toEqual([]);
  });
});
