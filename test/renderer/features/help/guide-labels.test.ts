import { describe, expect, it } from 'vitest';
import deOfService from '../../../../src-main/i18n/catalogs/de.json';
import enOfService from '../../../../src-main/i18n/catalogs/en.json';
import { type GuidePage, guideIn } from '../../../../src-renderer/features/help/guide.ts';
import { type GuideNode, plainText } from '../../../../src-renderer/features/help/guide-node.ts';
import de from '../../../../src-renderer/i18n/catalogs/de.json';
import en from '../../../../src-renderer/i18n/catalogs/en.json';
import type { Catalog } from '../../../../src-shared/message-values.ts';

// In the guide a name of a screen, a tab or a button is bold, of the app or of a page behind a link, and nothing else is but
// whole sentences, which end with a full stop. What is only stressed is slanted.

const wordsIn = (...catalogs: readonly Catalog[]): ReadonlySet<string> =>
  new Set(catalogs.flatMap((areas) => Object.values(areas).flatMap((texts) => Object.values(texts))));

const LANGUAGES = [
  {
    language: 'English',
    guide: guideIn('en'),
    words: wordsIn(en, enOfService),
    onboarding: en['folders/onboarding'],
  },
  {
    language: 'German',
    guide: guideIn('de'),
    words: wordsIn(de, deOfService),
    onboarding: de['folders/onboarding'],
  },
];

const boldIn = (nodes: readonly GuideNode[]): string[] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    return node.tag === 'strong' ? plainText(node.children) : boldIn(node.children);
  });

const labelsOf = ({ nodes }: GuidePage) => boldIn(nodes).filter((words) => !words.endsWith('.'));

describe.each(LANGUAGES)('the $language guide', ({ guide, words, onboarding }) => {
  it.each(guide.map((page) => ({ name: page.name, page })))(
    'names in "$name" only what a screen says',
    ({ page }) => {
      expect(labelsOf(page).filter((label) => !words.has(label))).toEqual([]);
    },
  );

  it('leads through the first start by the buttons that stand there', () => {
    const first = guide.find(({ name }) => name === 'first-steps');
    const { chooseAnotherMore, keepSafe } = onboarding;
    expect(first && labelsOf(first)).toEqual(expect.arrayContaining([chooseAnotherMore, keepSafe]));
  });
});
