import { compareNames, type Dirent } from '../objects/dir-object.ts';

/** What two folders have of one name; at least one of them has it. */
export type DirentPair = readonly [first: Dirent | undefined, second: Dirent | undefined];

/**
 * The rows of two folders, name by name, both in the order in which `ReadDir` gives them. Takes neither memory nor time for
 * tables of names: in folders of 100,000 rows nearly all of which are the same, those were most of the work.
 */
export function* sideBySide(first: readonly Dirent[], second: readonly Dirent[]): Iterable<DirentPair> {
  let firstAt = 0;
  let secondAt = 0;
  for (;;) {
    const a = first[firstAt];
    const b = second[secondAt];
    if (a === undefined && b === undefined) return;
    const order = a === undefined ? 1 : b === undefined ? -1 : orderOf(a.name, b.name);
    if (order <= 0) firstAt += 1;
    if (order >= 0) secondAt += 1;
    yield [order <= 0 ? a : undefined, order >= 0 ? b : undefined];
  }
}

/** Folders are in the descending order of their names. */
function orderOf(first: string, second: string): number {
  return first === second ? 0 : compareNames(second, first);
}
