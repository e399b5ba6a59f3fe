import { describe, expect, it } from 'vitest';
import {
  type Choice,
  firstChoice,
  type MergedTexts,
  mergePlaces,
  stretchesOf,
} from '../../../../src-renderer/features/conflicts/line-merge.ts';

const lines = (text: string) => (text === '' ? [] : text.split(' '));

function texts(ancestor: string, original: string, copy: string): MergedTexts {
  return { ancestor: lines(ancestor), original: lines(original), copy: lines(copy) };
}

/** The places as text: what is the same, and `{current|other}` with who changed it. */
function told(of: MergedTexts): string {
  const places = mergePlaces(of) ?? [];
  return places
    .map(({ changedBy, original, copy }) => {
      const [ours, theirs] = [
        of.original.slice(original.from, original.to),
        of.copy.slice(copy.from, copy.to),
      ];
      if (changedBy !== 'none') return `${changedBy}{${ours.join(' ')}|${theirs.join(' ')}}`;
      expect(theirs).toEqual(ours);
      return ours.join(' ');
    })
    .join(' ');
}

function merged(of: MergedTexts, chosen: Choice | null = null): string {
  const places = mergePlaces(of) ?? [];
  const choices = places.map((place) => firstChoice(place) ?? chosen);
  return stretchesOf(places, choices)
    .flatMap(({ side, from, to }) => of[side].slice(from, to))
    .join(' ');
}

/** Where the same is chosen everywhere. */
function whole(of: MergedTexts, choice: Choice): string {
  const places = mergePlaces(of) ?? [];
  return stretchesOf(places, Array<Choice>(places.length).fill(choice))
    .flatMap(({ side, from, to }) => of[side].slice(from, to))
    .join(' ');
}

describe('the places of two texts that were made from one', () => {
  it.each([
    // [ancestor, original, copy, places]
    ['a b c', 'a b c', 'a b c', 'a b c'],
    ['a b c d e', 'A b c d e', 'a b c d E', 'original{A|a} b c d copy{e|E}'],
    ['a b c d', 'a b d', 'a b c D', 'a b both{d|c D}'],
    ['a b c d e', 'a c d e', 'a b c d E', 'a original{|b} c d copy{e|E}'],
    ['a b c', 'a X c', 'a Y c', 'a both{X|Y} c'],
    ['a b c', 'a X c', 'a X c', 'a X c'],
    ['a b c', 'a c', 'a c', 'a c'],
    ['a c', 'a X c', 'a Y c', 'a both{X|Y} c'],
    ['a c', 'a p X c', 'a p Y q c', 'a p both{X|Y q} c'],
    ['a c', 'a p c', 'a p q c', 'a p both{|q} c'],
    ['a b c', 'a c', 'a B c', 'a both{|B} c'],
    ['a b c', '', 'a b C', 'both{|a b C}'],
    ['a', '', 'a', 'original{|a}'],
    ['a b', 'a b x', 'y a b', 'copy{|y} a b original{x|}'],
    // Neighbours touch, so they are one place.
    ['a b c d', 'a B c d', 'a b C d', 'a both{B c|b C} d'],
    ['a b c d e f', 'a X Y d e f', 'a b c D E f', 'a both{X Y d e|b c D E} f'],
    ['a a a', 'a a', 'a a a a', 'a a both{|a a}'],
  ])('%j, %j, %j are %j', (ancestor, original, copy, places) => {
    expect(told(texts(ancestor, original, copy))).toBe(places);
  });

  it.each([
    ['a b c d e', 'A b c d e', 'a b c d E', 'A b c d E'],
    ['a b c d e', 'a c d e', 'a b c d', 'a c d'],
    ['a b c', 'a X c', 'a Y c', 'a c'],
  ])('make, of %j, %j, %j, the text %j where nobody chose', (ancestor, original, copy, text) => {
    expect(merged(texts(ancestor, original, copy))).toBe(text);
  });

  it.each([
    ['original', 'a X c'],
    ['copy', 'a Y c'],
    ['both', 'a X Y c'],
  ] as const)('make the text of what was chosen: %s', (choice, text) => {
    expect(merged(texts('a b c', 'a X c', 'a Y c'), choice)).toBe(text);
  });

  it('cover both texts, whatever they are, and take each side where the other changed nothing', () => {
    const some = ['', 'a', 'b', 'a a', 'a b', 'b a', 'a b a', 'b b a', 'a a b b', 'b a b a', 'a b b a b'].map(
      lines,
    );
    const of = some.flatMap((ancestor) =>
      some.flatMap((original) => some.map((copy) => ({ ancestor, original, copy }))),
    );
    for (const { ancestor, original, copy } of of) {
      const both = { ancestor, original, copy };
      expect([whole(both, 'original'), whole(both, 'copy')]).toEqual([original.join(' '), copy.join(' ')]);
      expect(merged({ ancestor, original, copy: ancestor })).toBe(original.join(' '));
      expect(merged({ ancestor, original: ancestor, copy })).toBe(copy.join(' '));
      expect(merged({ ancestor, original, copy: original })).toBe(original.join(' '));
    }
  });

  it('are none where comparing takes too long', () => {
    const many = (name: string) => Array.from({ length: 5_000 }, (_, at) => `${name}${at}`);
    const unlike = { ancestor: many('a'), original: many('b'), copy: many('c') };
    expect(mergePlaces(unlike, 1)).toBe(null);
  });
});
