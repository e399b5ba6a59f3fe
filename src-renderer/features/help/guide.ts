import { type Language, languageOf } from '../../../src-shared/languages.ts';
import { hrefOf } from '../../format/address.ts';
import { LANGUAGE, type PageLanguage } from '../../i18n/language.ts';
import { type GuideNode, guideNodes, plainText } from './guide-node.ts';

export interface GuidePage {
  /** Its name in addresses: that of its file. */
  readonly name: string;
  readonly title: string;
  /** The language it is written in: English where it is not translated, whatever the language of the screen. */
  readonly language: Language;
  /** Everything below the title. */
  readonly nodes: readonly GuideNode[];
}

/** In the order in which a new user would read them. */
const ORDER = [
  'first-steps',
  'linked-folders',
  'history-and-restore',
  'trash-and-retention',
  'encrypted-libraries',
  'sharing-and-people',
  'other-devices',
  'connecting-programs',
  'open-as-a-drive',
  'backup-and-recovery',
  'when-something-goes-wrong',
  'keyboard',
];

const texts = import.meta.glob<string>('../../../resources/guide/**/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const FOLDER = '../../../resources/guide/';

/** All pages, in a given language where translated, built in from resources/guide/. */
export function guideIn(language: PageLanguage): readonly GuidePage[] {
  const own = languageOf(language) ?? 'en';
  return ORDER.map((name) => {
    const translated = texts[`${FOLDER}${own}/${name}.md`];
    if (translated !== undefined) return pageOf(name, own, translated);
    return pageOf(name, 'en', texts[`${FOLDER}${name}.md`] ?? '');
  });
}

/** The guide in the language of the page that shows it. */
export const guide = guideIn(LANGUAGE);

function pageOf(name: string, language: GuidePage['language'], text: string): GuidePage {
  const [title, ...nodes] = guideNodes(text);
  if (title === undefined || typeof title === 'string' || title.tag !== 'h1')
    throw new Error(`${name} does not begin with its title`);
  return { name, title: plainText(title.children), language, nodes };
}

/** Null when the guide has no such page. */
export function guidePage(name: string): GuidePage | null {
  return guide.find((page) => page.name === name) ?? null;
}

/** Where a link of a page leads: another page, a section of one, or, if it starts with `#`, one of its own sections. */
export function guideHref(link: string, from: string): string {
  const [file = '', section = ''] = link.split('#', 2);
  const page = file === '' ? from : file.replace(/\.md$/, '');
  return hrefOf({ screen: 'help', page, section: section === '' ? null : section });
}
