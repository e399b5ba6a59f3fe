import { basename } from 'node:path';
import type { SourceFile } from './source-file.ts';
import type { Violation } from './violation.ts';

/** Words that say nothing about what a file is for, however the name begins. */
const emptyEndings: ReadonlySet<string> = new Set(
  'util utils helper helpers common manager handler misc stuff'.split(' '),
);
/** Words that say something only beside another one, as in the `data folder` or the call `server-info`. */
const emptyAlone: ReadonlySet<string> = new Set('data info base index'.split(' '));

/** Files named after nothing, and folders' `index` files. Tests are named after the file they test. */
export function findEmptyNames(file: SourceFile): Violation[] {
  if (file.path.startsWith('test/')) return [];
  const words = basename(file.path)
    .replace(/(\.svelte)?\.[a-z]+$/, '')
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split('-');
  const last = words.at(-1) ?? '';
  const isEmpty = emptyEndings.has(last) || (words.length === 1 && emptyAlone.has(last));
  return isEmpty
    ? [{ file: file.path, line: 1, message: `"${last}" does not say what the file is for` }]
    : [];
}
