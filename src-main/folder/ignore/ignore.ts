import { joinPath } from '../../core/folder/folder-entry.ts';

/** Decides which paths of a linked folder are left out. */
export interface IgnoreMatcher {
  /** Whether a pattern matches this path itself; folders above it do not matter. */
  ignores(dir: string, name: string, isDir: boolean): boolean;
  /** Whether a pattern matches the folder or any folder above it. */
  ignoresTree(path: string): boolean;
}

/** Name of the file in the linked folder that holds the user's own patterns. */
export const IGNORE_FILE = 'seafile-ignore.txt';

/** More lines than this are a mistake, and each costs time for each file. */
export const MAX_PATTERNS = 1000;

/**
 * The matcher for the built-in patterns and those of the folder's own ignore file.
 *
 * Built-in patterns are about the name at any depth. The folder's own have the meaning that the official clients give
 * them (sync protocol 3.2): they are compared with the whole path from the linked folder, `*` and `?` match `/` too,
 * and a folder is compared as `<path>/`. So `foo` is a file, `foo/` a folder, `*.log` a log file at any depth. The
 * `ignore` package gives the lines the meaning that git does, so it is of no use here.
 *
 * `excludedDirs` are folders that a person chose to leave out, by their paths.
 */
export function createIgnoreMatcher(
  defaultsText: string,
  folderText: string,
  excludedDirs: readonly string[],
): IgnoreMatcher {
  // `#*#` is a pattern, so here a comment begins with a hash and a space.
  const namePattern = combine(linesOf(defaultsText).filter((line) => line !== '#' && !line.startsWith('# ')));
  const pathPatterns = patternsOf(folderText).slice(0, MAX_PATTERNS);

  const excluded = new Set(excludedDirs);

  function ignores(dir: string, name: string, isDir: boolean): boolean {
    if (isDir && excluded.size > 0 && excluded.has(joinPath(dir, name))) return true;
    const suffix = isDir ? '/' : '';
    if (namePattern.test(name + suffix)) return true;
    if (pathPatterns.length === 0) return false;
    const path = joinPath(dir, name) + suffix;
    return pathPatterns.some((pattern) => matchesWildcards(pattern, path));
  }

  function ignoresTree(path: string): boolean {
    if (path === '') return false;
    const names = path.split('/');
    return names.some((name, depth) => ignores(names.slice(0, depth).join('/'), name, true));
  }
  return { ignores, ignoresTree };
}

/** The patterns of a folder's own ignore file. */
export function patternsOf(folderText: string): string[] {
  return linesOf(folderText)
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.replace(/^\//, ''));
}

/** No path of a linked folder is longer. */
const MAX_PATTERN_LENGTH = 4096;

/** Numbers, from 1, of lines that look like patterns but match no path. */
export function invalidLinesOf(folderText: string): number[] {
  return allLinesOf(folderText).flatMap((line, at) => {
    if (line === '' || line.startsWith('#')) return [];
    return isFit(line.replace(/^\//, '')) ? [] : [at + 1];
  });
}

/** Negation with `!` exists in git only. */
function isFit(pattern: string): boolean {
  if (pattern === '' || pattern.length > MAX_PATTERN_LENGTH || pattern.startsWith('!')) return false;
  const names = pattern.replace(/\/$/, '').split('/');
  return names.every((name) => name !== '' && name !== '.' && name !== '..' && !/[\\\0]/.test(name));
}

function linesOf(text: string): string[] {
  return allLinesOf(text).filter((line) => line !== '');
}

function allLinesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/).map((line) => line.trim());
}

/** Combines the built-in patterns into one expression; matches nothing when there are none. */
function combine(patterns: readonly string[]): RegExp {
  const translated = patterns.map((pattern) =>
    pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '[^/]*')
      .replaceAll('?', '[^/]'),
  );
  return translated.length === 0 ? /(?!)/ : new RegExp(`^(?:${translated.join('|')})$`, 's');
}

/**
 * Whether the whole text matches; `*` stands for any characters, `?` for one. Takes at most length × length steps,
 * where a regular expression with many stars, which a shared library could bring along, may take forever.
 */
function matchesWildcards(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let starAt = -1;
  let retryAt = 0;
  while (t < text.length) {
    if (p < pattern.length && pattern[p] === '*') {
      starAt = p++;
      retryAt = t;
    } else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === text[t])) {
      p++;
      t++;
    } else if (starAt !== -1) {
      p = starAt + 1;
      t = ++retryAt;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}
