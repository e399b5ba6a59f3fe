import { commitTime } from '../calendar.ts';
import type { CommitId } from '../objects/object-id.ts';

/**
 * The text that `git fast-import` reads (git's Documentation/git-fast-import.adoc). Contents come first, each under a
 * number of its own, a mark, and then the commits that name them.
 */

/** Without `STREAM_END` behind it, git takes nothing for whole. */
export const STREAM_START = 'feature done\n';
export const STREAM_END = 'done\n';

/** What comes before a file's bytes; behind them comes `CONTENT_END`. */
export function contentStart(mark: number, sizeBytes: number): string {
  return `blob\nmark :${mark}\ndata ${sizeBytes}\n`;
}

export const CONTENT_END = '\n';

export interface GitCommit {
  readonly id: CommitId;
  readonly authorName: string;
  readonly authorEmail: string;
  /** Unix seconds. */
  readonly timeSeconds: number;
  readonly description: string;
}

/** The head of a commit that follows the one before it; behind it come its changes, then `COMMIT_END`. */
export function commitStart({ id, authorName, authorEmail, timeSeconds, description }: GitCommit): string {
  const email = inOneLine(authorEmail);
  const seconds = commitTime(timeSeconds);
  // Git's own check refuses a commit without a name.
  const who = `${inOneLine(authorName) || email || 'unknown'} <${email}> ${seconds} +0000`;
  const message = messageOf(id, description);
  const size = Buffer.byteLength(message);
  return `commit refs/heads/main\nauthor ${who}\ncommitter ${who}\ndata ${size}\n${message}\n`;
}

export const COMMIT_END = '\n';

/** @param path as `gitPathOf` gives it */
export function putText(path: string, mark: number, isExecutable: boolean): string {
  return `M ${isExecutable ? '100755' : '100644'} :${mark} ${quoted(path)}\n`;
}

/** @param path as `gitPathOf` gives it; empty: everything goes */
export function removeText(path: string): string {
  return path === '' ? 'deleteall\n' : `D ${quoted(path)}\n`;
}

/** Always in quotes: then no beginning and no end of a name means anything. */
function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}

/** What ends a name, an address or a line there is left out. */
function inOneLine(text: string): string {
  return text.replace(/[<>\p{Cc}]/gu, '').trim();
}

function messageOf(id: CommitId, description: string): string {
  // Git reads a message up to the first NUL.
  const text = description.replaceAll('\0', '').trimEnd();
  return `${text === '' ? '' : `${text}\n\n`}Keepfold-Commit: ${id}\n`;
}

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
