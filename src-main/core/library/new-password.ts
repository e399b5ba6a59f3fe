import { DomainError } from '../errors.ts';

/** With the data folder at hand, passwords can be guessed as fast as computers allow. */
const MIN_LENGTH = 12;
/** Fewer are one pattern repeated, whatever the length. */
const MIN_DIFFERENT = 4;

/**
 * Checks what is to open a new library. Clients choose by their own rules; this is ours.
 * @throws DomainError `argument-missing`, `argument-invalid` with reason `too-short`, also for a long one of a few characters
 */
export function checkNewPassword(password: string): void {
  if (password === '') throw new DomainError('argument-missing', { field: 'password' });
  const characters = [...password];
  if (characters.length < MIN_LENGTH || new Set(characters).size < MIN_DIFFERENT)
    throw new DomainError('argument-invalid', { field: 'password', reason: 'too-short' });
}
