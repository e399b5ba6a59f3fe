import type { LibraryId } from '../../../src-main/core/library/library-id.ts';
import type { CommitId } from '../../../src-main/core/objects/object-id.ts';

/** What a user may count on from the moment a change was acknowledged, with all that is needed to see whether it holds. */
export interface Acknowledged {
  readonly libraryId: LibraryId;
  /** The commit that the change made, if it made one. */
  readonly commit?: AcknowledgedCommit;
  /** What became of the library as a whole, if that was the change. */
  readonly library?: 'alive' | 'deleted' | 'purged';
}

export interface AcknowledgedCommit {
  readonly id: CommitId;
  /** SHA-1 of the content of files that the commit put or left under these paths. */
  readonly files: Readonly<Record<string, string>>;
  /** Paths that the commit emptied. */
  readonly gone: readonly string[];
}

/** One line of what the scenario program prints. `change` counts from 0. */
export type ProgramLine =
  | { readonly line: 'ready' }
  | { readonly line: 'begun'; readonly change: number }
  | { readonly line: 'acknowledged'; readonly change: number; readonly what: Acknowledged }
  | { readonly line: 'refused'; readonly change: number; readonly code: string }
  /** The data folder was closed; `code` says what went wrong with that. */
  | { readonly line: 'closed'; readonly code: string | null };

/** The lines in what a program printed; half a line at the end was never said. */
export function programLines(printed: string): ProgramLine[] {
  return printed
    .split('\n')
    .slice(0, -1)
    .map((text) => JSON.parse(text) as ProgramLine);
}
