import type { FolderProblem, ProblemReason } from './ports.ts';

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

/** The system's words without the path, which the caller shows beside them. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const comma = error.message.indexOf(', ');
  return codeOf(error) !== '' && comma !== -1 ? error.message.slice(0, comma) : error.message;
}

const REASONS: Readonly<Record<string, ProblemReason>> = {
  ENOENT: 'vanished',
  ENOTDIR: 'vanished',
  ELOOP: 'not-a-file',
  ENXIO: 'not-a-file',
  EISDIR: 'not-a-file',
  ENAMETOOLONG: 'name-too-long',
};
