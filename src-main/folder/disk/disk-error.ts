import { type Said, type ServiceCode, said } from '../../../src-shared/service-words.ts';
import type { FolderProblem, ProblemReason } from '../ports.ts';

/** What an error of the file system means for the item it is about. Nothing here ever means "deleted". */
export function problemOf(path: string, error: unknown): FolderProblem {
  const code = codeOf(error);
  return { path, reason: REASONS[code] ?? 'unreadable', said: saidOf(error) };
}

/** `EACCES` and the like; empty for errors that are not the system's. */
export function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return '';
}

/** What is wrong in words for people; the system's own message, without the path, where there are none for its code. */
export function saidOf(error: unknown): Said {
  const code = codeOf(error);
  if (Object.hasOwn(WORDS, code)) return said(WORDS[code as keyof typeof WORDS]);
  if (!(error instanceof Error)) return said('asItIs', { what: String(error) });
  const comma = error.message.indexOf(', ');
  return code !== '' && comma !== -1
    ? said('systemSays', { what: error.message.slice(0, comma) })
    : said('asItIs', { what: error.message });
}

const WORDS = {
  ENOENT: 'gone',
  ENOTDIR: 'gone',
  EACCES: 'mayNotRead',
  EPERM: 'notLetRead',
  EBUSY: 'openElsewhere',
  EIO: 'diskCouldNotRead',
  ESTALE: 'connectionLost',
  ENOTCONN: 'connectionLost',
  EMFILE: 'tooManyOpen',
  ENFILE: 'tooManyOpen',
  ENAMETOOLONG: 'pathTooLong',
} as const satisfies Readonly<Record<string, ServiceCode>>;

const REASONS: Readonly<Record<string, ProblemReason>> = {
  ENOENT: 'vanished',
  ENOTDIR: 'vanished',
  ELOOP: 'not-a-file',
  ENXIO: 'not-a-file',
  EISDIR: 'not-a-file',
  ENAMETOOLONG: 'name-too-long',
  // Temporary: retried soon, like a file that is being written.
  EMFILE: 'changing',
  ENFILE: 'changing',
  EAGAIN: 'changing',
  EBUSY: 'changing',
};
