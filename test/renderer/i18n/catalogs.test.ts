import {
  isArgumentElement,
  isLiteralElement,
  isPluralElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';

type Catalog = Readonly<Record<string, string>>;

const english = import.meta.glob<{ en: Catalog }>('../../../src-renderer/**/messages-en.ts', { eager: true });
const german = import.meta.glob<{ de: Catalog }>('../../../src-renderer/**/messages-de.ts', { eager: true });

const pairs = Object.entries(english).map(([file, { en }]) => {
  const folder = file.replace(/^.*src-renderer\//, '').replace(/\/messages-en\.ts$/, '');
  return [folder, en, german[file.replace('-en.ts', '-de.ts')]?.de ?? {}] as const;
});

/** The values and tags of a message, in the order of the alphabet, each once; plurals with their kind. */
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
    else if (!isLiteralElement(element) && 'value' in element) found.add(`${element.value} (not used here)`);
  };
  parse(message).forEach(visit);
  return [...found].sort();
}

describe.each(pairs)('the words of %s', (_folder, en, de) => {
  it('are ICU messages with the same values and tags in both languages', () => {
    const places = (catalog: Catalog) =>
      Object.fromEntries(Object.keys(en).map((key) => [key, placesIn(catalog[key] ?? '')]));
    expect(places(de)).toEqual(places(en));
    expect(JSON.stringify(places(en))).not.toContain('(not used here)');
  });

  it('name no value like a tag', () => {
    const twice = Object.entries(en).filter(([, message]) => {
      const places = placesIn(message);
      return places.some((place) => places.includes(`<${place}>`));
    });
    expect(twice).toEqual([]);
  });

  it('say something in both languages', () => {
    const empty = Object.keys(en).filter((key) => !en[key]?.trim() || !de[key]?.trim());
    expect(empty).toEqual([]);
  });
});

describe('the German of the interface', () => {
  // Within a sentence only the polite form begins with a capital.
  const POLITE = /[\p{Ll},] (?:Sie|Ihnen|Ihre?[mnrs]?)\b/u;

  it('says du', () => {
    const catalogs = Object.values(german).flatMap((file) => Object.values(file));
    const texts = catalogs.flatMap((catalog) => Object.values(catalog));
    expect(texts.filter((text) => POLITE.test(text))).toEqual([]);
  });
});

it('each part of the interface with words has them in both languages', () => {
  expect(pairs.length).toBeGreaterThan(0);
  // The English of refusals is the service's own; `refusal-message.test.ts` holds both against each other.
  const parts = Object.keys(german).filter((file) => !file.includes('/format/refusals/'));
  expect(parts.length).toBe(pairs.length);
});
