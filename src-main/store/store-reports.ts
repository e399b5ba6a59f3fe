import type { DomainError } from '../core/errors.ts';

/** What the stores meet without being asked, told to the program that opened them. Nothing here may throw. */
export interface StoreReports {
  /** Nothing of this library, or no head at all, can be written any more until the store is opened again. */
  writingStopped(error: DomainError): void;
  /** What an earlier process left could not be removed now; the next start tries again. */
  leftBehind(path: string, cause: unknown): void;
}

export const NO_REPORTS: StoreReports = { writingStopped: () => undefined, leftBehind: () => undefined };
