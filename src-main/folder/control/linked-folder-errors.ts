import type { DomainErrorCode } from '../../../src-shared/error-codes.ts';
import { DomainError } from '../../core/errors.ts';

/** Whether the library said no, rather than something breaking on the way. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DomainError;
}

/** Whether something broke because the linked folder went away meanwhile. */
export async function isAwayBy(error: unknown, isRootThere: () => Promise<boolean>): Promise<boolean> {
  if (isRefusal(error)) return false;
  return isRootThere().then(
    (isThere) => !isThere,
    () => false,
  );
}

/** Why a folder is in error, in words for its owner. */
export function describeError(error: unknown): string {
  if (error instanceof DomainError && error.detail.reason === 'folder')
    return 'The disk with this folder is full.';
  if (error instanceof DomainError && STORAGE_REASONS.has(error.detail.reason ?? '')) return STORAGE_FAILED;
  const known = error instanceof DomainError ? MESSAGES[error.code] : undefined;
  return known ?? `The folder ran into a fault: ${error instanceof Error ? error.message : String(error)}`;
}

/** Why nothing can be written until the next start, whatever the library itself allows. */
const STORAGE_REASONS: ReadonlySet<string> = new Set(['storage-failed', 'journal-failed']);

const STORAGE_FAILED =
  'The disk with the library data failed, so nothing can be written to it any more. Check that disk, then start Keepfold again.';

const MESSAGES: Partial<Record<DomainErrorCode, string>> = {
  'library-locked': 'The library is locked: enter its password.',
  'library-read-only': 'The library is read-only.',
  'library-not-found': 'The library was deleted.',
  'library-damaged': 'The library is damaged.',
  'disk-full': 'The disk with the library data is full.',
  'quota-exceeded': 'The library has reached its quota.',
};
