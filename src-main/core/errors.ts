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

/** Failures of the system after which nothing already accepted is lost, and that pass: the same work may be tried again. */
const PASSING = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  SQLITE_FULL: 'disk-full',
  // No room to enlarge the index of the write-ahead log.
  SQLITE_IOERR_SHMSIZE: 'disk-full',
  EMFILE: 'busy',
  ENFILE: 'busy',
  // Another program has a file open that was to be moved or removed.
  EBUSY: 'busy',
  SQLITE_BUSY: 'busy',
} as const satisfies Record<string, 'disk-full' | 'busy'>;

/** The refusal that an error of the system or of the database stands for; null for one that does not pass by itself. */
export function passingRefusal(cause: unknown): DomainError | null {
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  if (!isPassing(code)) return null;
  const detail = PASSING[code] === 'busy' ? { retryAfterSeconds: 1 } : {};
  return new DomainError(PASSING[code], detail, cause);
}

function isPassing(code: string): code is keyof typeof PASSING {
  return Object.hasOwn(PASSING, code);
}
