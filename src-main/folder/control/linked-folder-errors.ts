import type { DomainErrorCode } from '../../../src-shared/error-codes.ts';
import { type Said, said } from '../../../src-shared/service-words.ts';
import { DomainError } from '../../core/errors.ts';

/** Whether the library refused, as opposed to a fault on the way. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DomainError;
}

/** Whether the error came about because the linked folder disappeared meanwhile. */
export async function isAwayBy(error: unknown, isRootThere: () => Promise<boolean>): Promise<boolean> {
  if (isRefusal(error)) return false;
  return isRootThere().then(
    (isThere) => !isThere,
    () => false,
  );
}

/** Why a folder is in error, in sentences for its owner. */
export function describeError(error: unknown): readonly Said[] {
  if (error instanceof DomainError && error.detail.reason === 'folder') return [said('diskOfFolderFull')];
  if (error instanceof DomainError && STORAGE_REASONS.has(error.detail.reason ?? ''))
    return [said('storageFailed'), said('checkDisk')];
  const known = error instanceof DomainError ? SAID[error.code] : undefined;
  return [known ?? said('folderFault', { what: error instanceof Error ? error.message : String(error) })];
}

/** Reasons why nothing can be written until the next start, whatever the library allows. */
const STORAGE_REASONS: ReadonlySet<string> = new Set(['storage-failed', 'journal-failed']);

const SAID: Partial<Record<DomainErrorCode, Said>> = {
  'library-locked': said('libraryLocked'),
  'library-read-only': said('libraryReadOnly'),
  'library-not-found': said('libraryDeleted'),
  'permission-denied': said('libraryNotShared'),
  'library-damaged': said('libraryDamaged'),
  'disk-full': said('diskOfLibraryFull'),
  'quota-exceeded': said('quotaReached'),
};
