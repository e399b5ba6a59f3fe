import type { FolderProblem, ProblemReason } from '../ports.ts';

/** What an error of the file system means for the item it is about. Nothing here ever means "deleted". */
export function problemOf(path: string, error: unknown): FolderProblem {
  const code = codeOf(error);
  return { path, reason: REASONS[code] ?? 'unreadable', message: messageOf(error) };
}

/** `EACCES` and the like; empty for errors that are not the system's. */
export function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return '';
}

/** What is wrong in a person's words; the system's own, without the path, where there are none for its code. */
export function messageOf(error: unknown): string {
  const words = MESSAGES[codeOf(error)];
  if (words !== undefined) return words;
  if (!(error instanceof Error)) return String(error);
  const comma = error.message.indexOf(', ');
  return codeOf(error) !== '' && comma !== -1
    ? `the system says: ${error.message.slice(0, comma)}`
    : error.message;
}

const MESSAGES: Readonly<Record<string, string>> = {
  ENOENT: 'it is not there any more',
  ENOTDIR: 'it is not there any more',
  EACCES: 'your account may not read it',
  EPERM: 'the system does not let Keepfold read it',
  EBUSY: 'another program has it open',
  EIO: 'the disk could not read it',
  ESTALE: 'the connection to its disk was lost',
  ENOTCONN: 'the connection to its disk was lost',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENAMETOOLONG: 'its name or path is too long',
};

const REASONS: Readonly<Record<string, ProblemReason>> = {
  ENOENT: 'vanished',
  ENOTDIR: 'vanished',
  ELOOP: 'not-a-file',
  ENXIO: 'not-a-file',
  EISDIR: 'not-a-file',
  ENAMETOOLONG: 'name-too-long',
  // Temporary: tried again soon, like a file that is being written.
  EMFILE: 'changing',
  ENFILE: 'changing',
  EAGAIN: 'changing',
  EBUSY: 'changing',
};
