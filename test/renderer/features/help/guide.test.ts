import { describe, expect, it } from 'vitest';
import { guide, guideHref, guidePage } from '../../../../src-renderer/features/help/guide.ts';
import { type GuideNode, guideNodes, headingId } from '../../../../src-renderer/features/help/guide-node.ts';
import { searchGuide } from '../../../../src-renderer/features/help/guide-search.ts';
import { parseAddress } from '../../../../src-renderer/format/address.ts';

const elements = (nodes: readonly GuideNode[]): Exclude<GuideNode, string>[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : [node, ...elements(node.children)]));

const idsOf = (nodes: readonly GuideNode[]) => elements(nodes).flatMap(({ id }) => id ?? []);

describe('the guide', () => {
  it('begins with the first steps and ends with the keyboard', () => {
    expect(guide.map(({ title }) => title)).toEqual([
      'First steps',
      'Linked folders',
      'History and restore',
      'Trash and how long things stay',
      'Encrypted libraries',
      'Sharing and people',
      'Other devices',
      'Connect programs and phones',
      'Open as a drive',
      'Backup and recovery',
      'When something goes wrong',
      'Keyboard',
    ]);
  });

  it('leads nowhere but to pages and headings that are there', () => {
    const links = guide.flatMap((page) =>
      elements(page.nodes).flatMap(({ href }) => (href === undefined ? [] : guideHref(href, page.name))),
    );
    const lost = links.filter((link) => {
      const to = parseAddress(link);
      if (to.screen !== 'help') return true;
      const page = guidePage(to.page ?? '');
      return page === null || (to.section !== null && !idsOf(page.nodes).includes(to.section));
    });

    expect(links.length).toBeGreaterThan(10);
    expect(lost).toEqual([]);
  });

  it('has no two headings of one page that a link could not tell apart', () => {
    for (const { name, nodes } of guide) {
      const ids = idsOf(nodes);
      expect({ name, ids }).toEqual({ name, ids: [...new Set(ids)] });
    }
  });
});

describe('a page of Markdown', () => {
  it('becomes a tree of elements', () => {
    expect(guideNodes('## What *is* it\n\nSee [more](a.md#b) and `code`.\n')).toEqual([
      { tag: 'h2', id: 'what-is-it', children: ['What ', { tag: 'em', children: ['is'] }, ' it'] },
      {
        tag: 'p',
        children: [
          'See ',
          { tag: 'a', href: 'a.md#b', children: ['more'] },
          ' and ',
          { tag: 'code', children: ['code'] },
          '.',
        ],
      },
    ]);
  });

  it('shows markup as the text that it is', () => {
    expect(guideNodes('<b onclick="x">hello</b>')).toEqual([
      { tag: 'p', children: ['<b onclick="x">hello</b>'] },
    ]);
  });

  it('is refused when it holds what the guide cannot show', () => {
    expect(() => guideNodes('![a picture](a.png)')).toThrow('the guide does not show "image"');
    expect(() => guideNodes('> quoted')).toThrow('the guide does not show <blockquote>');
  });

  it('names its headings as GitHub does', () => {
    expect(headingId('Who did that?')).toBe('who-did-that');
    expect(headingId('A folder, or everything')).toBe('a-folder-or-everything');
  });
});

describe('the search in the guide', () => {
  const page = (name: string, text: string) => ({
    ...{ name, title: name, language: 'en' as const },
    nodes: guideNodes(text),
  });
  const pages = [
    page('Trash', 'Deleted files wait here.\n\n## How long\n\nAs long as you say.'),
    page('Files', 'Press a key to see versions.\n\n## The trash key\n\nIt deletes the file.'),
  ];
  const places = (query: string) => searchGuide(pages, query).map(({ title }) => title);

  it('finds sections with all words, those with one in the heading first', () => {
    expect(places('long')).toEqual(['How long']);
    expect(places('file')).toEqual(['Files', 'Trash', 'The trash key']);
    expect(places('DELETE trash')).toEqual(['Trash', 'The trash key']);
  });

  it('finds nothing for nothing, and for words that are not together', () => {
    expect(places('  ')).toEqual([]);
    expect(places('versions long')).toEqual([]);
  });

  it('shows what it found among its words, also signs that patterns are made of', () => {
    expect(searchGuide(pages, 'wait')[0]?.excerpt).toEqual(['Deleted files ', 'wait', ' here.']);
    expect(searchGuide(pages, 'key (')).toEqual([]);
  });
});
