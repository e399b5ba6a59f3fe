import type { GuidePage } from './guide.ts';
import { type GuideNode, plainText } from './guide-node.ts';

/** A section that matches all the words of a query. */
export interface GuideMatch {
  readonly page: GuidePage;
  /** Null: the text before the first heading. */
  readonly section: string | null;
  readonly title: string;
  /** Some words around the first match: alternately text that does not match and text that does. */
  readonly excerpt: readonly string[];
}

const WORDS_BEFORE = 40;
const EXCERPT_LENGTH = 150;

/** Sections that contain all words of the query, in any letter case: those with a word in their heading first. */
export function searchGuide(pages: readonly GuidePage[], query: string): GuideMatch[] {
  const words = wordsIn(query);
  if (words.length === 0) return [];
  const found = pages
    .flatMap(sectionsOf)
    .filter(({ title, text }) => words.every((word) => `${title} ${text}`.toLowerCase().includes(word)));
  const isNamed = ({ title }: Section) => words.some((word) => title.toLowerCase().includes(word));
  const named = found.filter(isNamed);
  return [...named, ...found.filter((section) => !isNamed(section))].map(({ text, ...section }) => ({
    ...section,
    excerpt: excerptOf(text, words),
  }));
}

function wordsIn(query: string): string[] {
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

interface Section {
  readonly page: GuidePage;
  readonly section: string | null;
  readonly title: string;
  readonly text: string;
}

function sectionsOf(page: GuidePage): Section[] {
  const sections: { section: string | null; title: string; nodes: GuideNode[] }[] = [
    { section: null, title: page.title, nodes: [] },
  ];
  for (const node of page.nodes) {
    if (typeof node !== 'string' && node.id !== undefined)
      sections.push({ section: node.id, title: plainText(node.children), nodes: [] });
    else sections.at(-1)?.nodes.push(node);
  }
  return sections.map(({ nodes, ...rest }) => ({ page, ...rest, text: plainText(nodes) }));
}

function excerptOf(text: string, words: readonly string[]): string[] {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const from = first <= WORDS_BEFORE ? 0 : text.indexOf(' ', first - WORDS_BEFORE) + 1;
  const isCut = from + EXCERPT_LENGTH < text.length;
  const room = text.slice(from, from + EXCERPT_LENGTH);
  const shown = isCut ? room.slice(0, room.lastIndexOf(' ')) : room;
  const whole = `${from > 0 ? '… ' : ''}${shown}${isCut ? ' …' : ''}`;
  const pattern = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join('|');
  return whole.split(new RegExp(`(${pattern})`, 'i'));
}
