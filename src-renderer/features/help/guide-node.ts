import MarkdownIt, { type Token } from 'markdown-it';

/** The elements that pages of the guide are made of; nothing else is ever shown. */
const TAGS = [
  ...(['h1', 'h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'code', 'pre', 'a'] as const),
  ...(['table', 'thead', 'tbody', 'tr', 'th', 'td'] as const),
];

type GuideTag = (typeof TAGS)[number];

/** A part of a page: text, or an element with parts of its own. */
export type GuideNode = string | GuideElement;

export interface GuideElement {
  readonly tag: GuideTag;
  readonly children: readonly GuideNode[];
  /** For headings: the target of links, unique on a page whose headings all differ. */
  readonly id?: string;
  /** For links: the target as written in the Markdown. */
  readonly href?: string;
}

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

/** A page of Markdown as a tree. @throws Error for elements that pages of the guide do not use */
export function guideNodes(text: string): GuideNode[] {
  return nested(markdown.parse(text, {}));
}

/** The plain text of parts; that of blocks is separated. */
export function plainText(nodes: readonly GuideNode[]): string {
  return nodes.map(textOf).join('').replaceAll(/\s+/g, ' ').trim();
}

/** The id of a heading, as GitHub makes it, so that links between pages work there as well. */
export function headingId(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}

interface OpenElement {
  readonly tag: GuideTag | null;
  readonly href: string;
  readonly children: GuideNode[];
}

function nested(tokens: readonly Token[]): GuideNode[] {
  const open: OpenElement[] = [{ tag: null, href: '', children: [] }];
  const append = (nodes: readonly GuideNode[]) => open.at(-1)?.children.push(...nodes);
  for (const token of tokens) {
    // A list without empty lines between its items has paragraphs that are not rendered as such.
    if (token.hidden) continue;
    if (token.nesting === 1)
      open.push({ tag: tagOf(token), href: String(token.attrGet('href') ?? ''), children: [] });
    else if (token.nesting === -1) append(closed(open.pop()));
    else append(leaf(token));
  }
  return open[0]?.children ?? [];
}

function closed(element: OpenElement | undefined): GuideNode[] {
  if (!element?.tag) return [];
  const { tag, href, children } = element;
  const id = tag === 'h1' || tag === 'h2' || tag === 'h3' ? headingId(plainText(children)) : null;
  return [{ tag, children, ...(id !== null && { id }), ...(href !== '' && { href }) }];
}

function leaf(token: Token): GuideNode[] {
  switch (token.type) {
    case 'inline':
      return nested(token.children ?? []);
    case 'text':
      return [token.content];
    case 'softbreak':
      return [' '];
    case 'code_inline':
      return [{ tag: 'code', children: [token.content] }];
    case 'fence':
      return [{ tag: 'pre', children: [{ tag: 'code', children: [token.content.trimEnd()] }] }];
    default:
      throw new Error(`the guide does not show "${token.type}"`);
  }
}

function tagOf({ tag }: Token): GuideTag {
  const known = TAGS.find((each) => each === tag);
  if (known === undefined) throw new Error(`the guide does not show <${tag}>`);
  return known;
}

const BLOCKS = new Set<GuideTag>(['h1', 'h2', 'h3', 'p', 'li', 'pre', 'th', 'td']);

function textOf(node: GuideNode): string {
  if (typeof node === 'string') return node;
  const words = node.children.map(textOf).join('');
  return BLOCKS.has(node.tag) ? `${words} ` : words;
}
