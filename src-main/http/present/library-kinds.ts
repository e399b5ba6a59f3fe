import type { LibraryKind } from '../../usecases/libraries/library-listing.ts';

const KINDS: readonly LibraryKind[] = ['mine', 'shared', 'group', 'org'];

/** The kinds in a comma-separated list; all of them when it is absent or empty. Unknown words stand for nothing. */
export function parseLibraryKinds(text: string | undefined): ReadonlySet<LibraryKind> {
  if (text === undefined || text === '') return new Set(KINDS);
  const words = text.split(',');
  return new Set(KINDS.filter((kind) => words.includes(kind)));
}

/** The same for the younger surface: repeated values, and `public` for what the older one calls `org`. */
export function parseLibraryTypes(values: readonly string[]): ReadonlySet<LibraryKind> {
  if (values.length === 0) return new Set(KINDS);
  return new Set(KINDS.filter((kind) => values.includes(kind === 'org' ? 'public' : kind)));
}
