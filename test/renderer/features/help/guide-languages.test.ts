import { describe, expect, it } from 'vitest';
import { type GuidePage, guideHref, guideIn } from '../../../../src-renderer/features/help/guide.ts';
import { type GuideNode, plainText } from '../../../../src-renderer/features/help/guide-node.ts';
import { parseAddress } from '../../../../src-renderer/format/address.ts';
import germanCatalog from '../../../../src-renderer/i18n/catalogs/de.json';
import englishCatalog from '../../../../src-renderer/i18n/catalogs/en.json';
import type { Catalog, Texts } from '../../../../src-shared/message-values.ts';

type Guide = readonly GuidePage[];

const files = Object.keys(import.meta.glob('../../../../resources/guide/**/*.md', { query: '?raw' }));
const germanWords: Catalog = germanCatalog;

const english = guideIn('en');
const german = guideIn('de');
const pairs = english.map((page, index) => ({ name: page.name, page, translated: german[index] ?? page }));

const namesIn = (folder: string) =>
  files.flatMap((file) => file.split(`/resources/guide/${folder}`)[1]?.match(/^([^/]+)\.md$/)?.[1] ?? []);

const elements = (nodes: readonly GuideNode[]): Exclude<GuideNode, string>[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : [node, ...elements(node.children)]));

/** What a page is made of, in its order: headings with their level, and the parts of lists and tables. */
const outlineOf = ({ nodes }: GuidePage) =>
  elements(nodes).flatMap(({ tag }) => (['strong', 'em', 'code', 'a'].includes(tag) ? [] : tag));

const headingsOf = ({ nodes }: GuidePage) => nodes.flatMap((node) => elements([node])[0]?.id ?? []);

/** Where the links of a page lead: to which page, and to which of its headings, none being -1. */
const targetsOf = ({ name, nodes }: GuidePage, guide: Guide) =>
  elements(nodes)
    .flatMap(({ href }) => (href === undefined ? [] : guideHref(href, name)))
    .map((link) => {
      const to = parseAddress(link);
      if (to.screen !== 'help') return link;
      const page = guide.find((other) => other.name === to.page);
      const isLost = page === undefined || (to.section !== null && !headingsOf(page).includes(to.section));
      return isLost ? `lost: ${link}` : `${page.name} ${headingsOf(page).indexOf(to.section ?? '')}`;
    })
    .sort();

const stressed = ({ nodes }: GuidePage) =>
  elements(nodes).flatMap(({ tag, children }) => (tag === 'strong' ? plainText(children) : []));

/** Words that every page of a language has, and no page of the other one. */
const GERMAN_WORDS =
  /(?<!\p{L})(und|der|das|ist|ein|eine|einen|nicht|mit|für|auf|sich|wird|kann|damit|deine?n?)(?!\p{L})/giu;
const ENGLISH_WORDS = /(?<!\p{L})(the|and|is|are|of|with|your|you|which|that|can)(?!\p{L})/giu;

/** What is there to be read, without what is to be typed. */
const proseOf = (nodes: readonly GuideNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      return node.tag === 'code' || node.tag === 'pre' ? '' : proseOf(node.children);
    })
    .join(' ');

/** What the German screens say where the English ones say this. Empty: it is no word of a screen. */
function germanFor(words: string): string[] {
  return Object.entries<Texts>(englishCatalog).flatMap(([area, texts]) =>
    Object.keys(texts).flatMap((key) => {
      const translated = germanWords[area]?.[key];
      return texts[key] === words && translated !== undefined ? translated : [];
    }),
  );
}

describe('the guide in two languages', () => {
  it('has each of its pages in both', () => {
    const names = english.map(({ name }) => name).sort();
    expect(namesIn('').sort()).toEqual(names);
    expect(namesIn('de/').sort()).toEqual(names);
  });

  it('is German on a German page, and English on all others', () => {
    const languagesOf = (guide: Guide) => [...new Set(guide.map(({ language }) => language))];
    expect(languagesOf(german)).toEqual(['de']);
    expect(languagesOf(english)).toEqual(['en']);
    expect(guideIn('en-XA')).toEqual(english);
    expect(guideIn('ar-XB')).toEqual(english);
    expect(german.map(({ title }) => title)).toEqual([
      'Erste Schritte',
      'Verknüpfte Ordner',
      'Verlauf und Wiederherstellen',
      'Papierkorb und Aufbewahrung',
      'Verschlüsselte Bibliotheken',
      'Freigaben und Personen',
      'Andere Geräte',
      'Programme und Telefone verbinden',
      'Als Laufwerk öffnen',
      'Sicherungskopie und Rettung',
      'Wenn etwas schiefgeht',
      'Tastatur',
    ]);
  });
});

describe.each(pairs)('the page $name', ({ page, translated }) => {
  it('has no sentence of the other language', () => {
    expect(proseOf(page.nodes).match(GERMAN_WORDS)).toBeNull();
    expect(proseOf(translated.nodes).match(ENGLISH_WORDS)).toBeNull();
    expect(proseOf(translated.nodes).match(GERMAN_WORDS)).not.toBeNull();
    expect(proseOf(page.nodes).match(ENGLISH_WORDS)).not.toBeNull();
  });
});

describe.each(pairs)('the German page $name', ({ page, translated }) => {
  it('has the same headings, paragraphs, lists and tables', () => {
    expect(outlineOf(translated)).toEqual(outlineOf(page));
  });

  it('leads to the same pages and headings', () => {
    expect(targetsOf(translated, german)).toEqual(targetsOf(page, english));
    expect(targetsOf(page, english).join()).not.toContain('lost');
  });

  it('calls screens and buttons as they are called on a German screen', () => {
    const said = stressed(translated);
    const unsaid = stressed(page).filter((words) => {
      const names = germanFor(words);
      return names.length > 0 && !names.some((name) => said.includes(name));
    });
    expect(unsaid).toEqual([]);
  });
});
