import type { DomainErrorCode } from '../../src-shared/error-codes.ts';

/** Facts about a refusal, for the surface that words it: which field, path or id, and why. Never prose for a user. */
export interface ErrorDetail {
  /** Wire name of the offending argument, for example `keep_days`. */
  field?: string;
  /** The offending or missing thing itself: a path, an id, an e-mail. */
  value?: string;
  /** Where the offending thing was to go: a path. */
  target?: string;
  /** Machine-readable refinement of the code, for example `too-long`. */
  reason?: string;
  /** Seconds after which a retry can succeed; set for `throttled` and `busy`. */
  retryAfterSeconds?: number;
}

/** A refusal that the caller can act on. Bugs stay plain errors. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: DomainErrorCode;
  readonly detail: ErrorDetail;

  constructor(code: DomainErrorCode, detail: ErrorDetail = {}, cause?: unknown) {
    super(`${code} ${JSON.stringify(detail)}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.detail = detail;
  }
}
