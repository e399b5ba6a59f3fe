import type { DomainErrorCode } from '../../src-shared/error-codes.ts';

/** A refusal or failure as screens keep it: a code to decide on, and the service's own words for the details. */
export interface Problem {
  readonly code:
    | DomainErrorCode
    | ('unreachable' | 'signed-out' | 'too-much' | 'misfit' | 'unexpected' | 'file-changed');
  readonly details: string;
  /** Refines the code; empty or absent where the code says everything. */
  readonly reason?: string;
  /** What it is about, a path or a name. */
  readonly value?: string;
  /** The argument that was refused. */
  readonly field?: string;
}
