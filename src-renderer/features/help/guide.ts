import { hrefOf } from '../../format/address.ts';
import { type GuideNode, guideNodes, plainText } from './guide-node.ts';

export interface GuidePage {
  /** Its name in addresses: that of its file. */
  readonly name: string;
  readonly title: string;
  /** Everything below the title. */
  readonly nodes: readonly GuideNode[];
}

/** In the order in which somebody new would read them. */
const ORDER = [
  'first-steps',
  'linked-folders',
  'history-and-restore',
  'trash-and-retention',
  'encrypted-libraries',
  'sharing-and-people',
  'connecting-programs',
  'backup-and-recovery',
  'when-something-goes-wrong',
  'keyboard',
];

const texts = import.meta.glob<string>('../../../resources/guide/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** All pages of the guide, built in from resources/guide/. */
export const guide: readonly GuidePage[] = Object.entries(texts)
  .map(([path, text]) => pageOf(path.slice(path.lastIndexOf('/') + 1, -'.md'.length), text))
  .sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));

function pageOf(name: string, text: string): GuidePage {
  if (!ORDER.includes(name)) throw new Error(`the guide has no place for ${name}`);
  const [title, ...nodes] = guideNodes(text);
  if (title === undefined || typeof title === 'string' || title.tag !== 'h1')
    throw new Error(`${name} does not begin with its title`);
  return { name, title: plainText(title.children), nodes };
}

/** Null when the guide has no such page. */
export function guidePage(name: string): GuidePage | null {
  return guide.find((page) => page.name === name) ?? null;
}

/** Where a link of a page leads: `other.md`, `other.md#section` or `#section`. */
export function guideHref(link: string, from: string): string {
  const [file = '', section = ''] = link.split('#', 2);
  const page = file === '' ? from : file.replace(/\.md$/, '');
  return hrefOf({ screen: 'help', page, section: section === '' ? null : section });
}
