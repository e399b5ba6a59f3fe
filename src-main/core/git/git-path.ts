/**
 * A name that git takes for the one of its own folder, on one of the file systems that it guards: `.git` in any letter
 * case, also with the letters between that HFS+ leaves out; with dots, spaces or a stream behind it, and `git~1`, as
 * NTFS reads it; also behind a backslash (git's path.c `is_ntfs_dotgit`, utf8.c `is_hfs_dotgit`, fsck.c). Underscores
 * that follow belong to it, so that a name which was made by adding one is told from the one that had it before.
 */
const IGNORED = '[\\u200c-\\u200f\\u202a-\\u202e\\u206a-\\u206f\\ufeff]*';
const DOT_GIT = `${IGNORED}${[...'.git'].map((letter) => `[${letter}]${IGNORED}`).join('')}`;
const GUARDED = new RegExp(`(^|\\\\)(${DOT_GIT}|git~1)(_*)(?=[. ]*(?:$|[:\\\\]))`, 'gi');

/** The name under which git takes an item: its own, or with an underscore more. No two names become one. */
export function gitNameOf(name: string): string {
  return name.replace(GUARDED, '$1$2$3_');
}

/** A path of a library as git has it: without the slash at its beginning, each name as `gitNameOf` gives it. */
export function gitPathOf(path: string): string {
  return path.slice(1).split('/').map(gitNameOf).join('/');
}
