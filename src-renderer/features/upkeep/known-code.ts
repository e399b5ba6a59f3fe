import { DOMAIN_ERROR_CODES, type DomainErrorCode } from '../../../src-shared/error-codes.ts';

/** The code when it is one of the service's refusals; null for a fault. */
export function knownCode(code: string): DomainErrorCode | null {
  return DOMAIN_ERROR_CODES.find((known) => known === code) ?? null;
}
