import type { DomainErrorCode } from '../../src-shared/error-codes.ts';

/** A refusal or failure as screens keep it: a code to decide on, and the service's own words for the details. */
export interface Problem {
  readonly code: DomainErrorCode | 'unreachable' | 'signed-out' | 'unexpected';
  readonly details: string;
}
