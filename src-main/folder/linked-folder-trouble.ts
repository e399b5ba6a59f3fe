import type { DomainErrorCode } from '../../src-shared/error-codes.ts';
import { DomainError } from '../core/errors.ts';

/** Whether the library said no, rather than something breaking on the way. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DomainError;
}

/** Why a folder is in error, in words for its owner. */
export function wordsOf(error: unknown): string {
  if (error instanceof DomainError) return WORDS[error.code] ?? error.message;
  return error instanceof Error ? error.message : String(error);
}

const WORDS: Partial<Record<DomainErrorCode, string>> = {
  'library-read-only': 'The library is read-only.',
  'library-not-found': 'The library was deleted.',
  'library-damaged': 'The library is damaged.',
  'disk-full': 'The disk with the library data is full.',
  'quota-exceeded': 'The library has reached its quota.',
};
