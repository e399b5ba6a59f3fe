import { DomainError } from '../errors.ts';

/** Whoever holds the data folder may guess as fast as their computers can. */
const MIN_LENGTH = 12;

/**
 * Checks what is to open a new library. Clients choose by their own rules; this is ours.
 * @throws DomainError `argument-missing`, `argument-invalid` with reason `too-short`
 */
export function checkNewPassword(password: string): void {
  if (password === '') throw new DomainError('argument-missing', { field: 'password' });
  if ([...password].length < MIN_LENGTH)
    throw new DomainError('argument-invalid', { field: 'password', reason: 'too-short' });
}
