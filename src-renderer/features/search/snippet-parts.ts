import type { SearchSnippetJson } from '../../../src-shared/search-api.ts';

/** A stretch of a snippet, marked or not. */
export interface SnippetPart {
  readonly text: string;
  readonly isMarked: boolean;
}

/** The stretches of a snippet in their order; marks beyond its end count for nothing. */
export function snippetParts({ text, marks }: SearchSnippetJson): SnippetPart[] {
  const parts: SnippetPart[] = [];
  let at = 0;
  for (const [start, end] of marks) {
    parts.push(
      { text: text.slice(at, start), isMarked: false },
      { text: text.slice(start, end), isMarked: true },
    );
    at = end;
  }
  parts.push({ text: text.slice(at), isMarked: false });
  return parts.filter((part) => part.text !== '');
}
