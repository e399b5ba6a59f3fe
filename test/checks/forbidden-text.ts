import ts from 'typescript';
import { lineAt, type SourceFile } from './source-file.ts';
import type { Violation } from './violation.ts';

const suppression =
  /biome-ignore|@ts-(ignore|expect-error|nocheck)|eslint-disable|svelte-ignore|(v8|istanbul|c8) ignore|knip-ignore/;
const promise = /\b(TODO|FIXME|XXX|HACK)\b/;

/** Comments that silence a check, and comments that put work off. */
export function findForbiddenComments(file: SourceFile): Violation[] {
  return commentsOf(file).flatMap(({ text, line }) => {
    const word = suppression.exec(text) ?? promise.exec(text);
    return word ? [{ file: file.path, line, message: `a comment says ${word[0]}` }] : [];
  });
}

/**
 * Comments that send the reader to a document that is not in the project. What begins with a slash is somebody's file.
 * @param documents paths of the Markdown files there are
 */
export function findMissingDocuments(file: SourceFile, documents: readonly string[]): Violation[] {
  return commentsOf(file).flatMap(({ text, line }) =>
    [...text.matchAll(/(?<![\w/.*-])((?:[\w-]+\/)*[\w-]+\.md)\b/g)].flatMap(([, name = '']) => {
      const isThere = documents.some((path) => path === name || path.endsWith(`/${name}`));
      return isThere
        ? []
        : [{ file: file.path, line, message: `a comment names ${name}, which is not there` }];
    }),
  );
}

/** Ways in which a name or a file's content could become markup of the page. */
export function findRawMarkup(file: SourceFile): Violation[] {
  if (!file.path.startsWith('src-renderer/')) return [];
  return file.text.split('\n').flatMap((text, index) => {
    const word = /\{@html|\b(innerHTML|outerHTML|insertAdjacentHTML|srcdoc)\b/.exec(text);
    return word ? [{ file: file.path, line: index + 1, message: `${word[0]} turns text into markup` }] : [];
  });
}

interface Comment {
  readonly text: string;
  readonly line: number;
}

function commentsOf({ path, text, code }: SourceFile): Comment[] {
  const found = new Map<number, Comment>();
  const add = (ranges: readonly ts.CommentRange[] | undefined): void => {
    for (const { pos, end } of ranges ?? []) {
      found.set(pos, { text: code.text.slice(pos, end), line: lineAt(code, pos) });
    }
  };
  const visit = (node: ts.Node): void => {
    add(ts.getLeadingCommentRanges(code.text, node.pos));
    add(ts.getTrailingCommentRanges(code.text, node.end));
    node.getChildren().forEach(visit);
  };
  visit(code);
  return path.endsWith('.svelte') ? [...found.values(), ...markupComments(text)] : [...found.values()];
}

function markupComments(component: string): Comment[] {
  return [...component.matchAll(/<!--[\s\S]*?-->/g)].map((match) => ({
    text: match[0],
    line: component.slice(0, match.index).split('\n').length,
  }));
}
