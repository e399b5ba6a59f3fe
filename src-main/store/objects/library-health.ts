import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { codeOf } from './file-ops.ts';

/** Refusals after which nothing already accepted is lost, and that pass: the same work may be tried again. */
const PASSING = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  SQLITE_FULL: 'disk-full',
  // No room to enlarge the index of the write-ahead log.
  SQLITE_IOERR_SHMSIZE: 'disk-full',
  EMFILE: 'busy',
  ENFILE: 'busy',
  SQLITE_BUSY: 'busy',
} as const satisfies Record<string, 'disk-full' | 'busy'>;

/**
 * Whether what has been written to a library's files can still be trusted.
 *
 * After a failed fsync, close or rename nobody knows what reached the disk, and a second fsync of the same file may
 * report success for pages that are gone. So the first such failure ends all writing until the store is reopened.
 */
export class LibraryHealth {
  readonly #libraryId: LibraryId;
  #failure: DomainError | null = null;

  constructor(libraryId: LibraryId) {
    this.#libraryId = libraryId;
  }

  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  /** @throws DomainError `library-read-only` after a failure */
  assertWritable(): void {
    if (this.#failure !== null) throw this.#failure;
  }

  /** Ends writing. Returns the error to throw, with code `library-read-only`. */
  fail(cause: unknown): DomainError {
    this.#failure ??= new DomainError(
      'library-read-only',
      { value: this.#libraryId, reason: 'storage-failed' },
      cause,
    );
    return this.#failure;
  }

  /** The error to throw for a failed step that was neither fsync nor close: `disk-full` and `busy` pass, others end writing. */
  judge(cause: unknown): DomainError {
    if (cause instanceof DomainError) return cause;
    const code = codeOf(cause);
    if (!isPassing(code)) return this.fail(cause);
    const detail = PASSING[code] === 'busy' ? { retryAfterSeconds: 1 } : {};
    return new DomainError(PASSING[code], detail, cause);
  }
}

function isPassing(code: string): code is keyof typeof PASSING {
  return Object.hasOwn(PASSING, code);
}
