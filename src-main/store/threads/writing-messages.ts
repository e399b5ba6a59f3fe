import type { NewFile } from '../objects/object-store.ts';

/** Files to be written out of one library. */
export interface WritingRequest {
  /** Folder of the library's packs and block files. */
  readonly folder: string;
  /** The number that stands for the library. */
  readonly storeKey: number;
  readonly files: readonly NewFile[];
}

/** What came of them. */
export interface WritingReply {
  /** Which were left alone. */
  readonly left: readonly number[];
  /** What ended the work, with all files after that one left alone. */
  readonly failure: WritingFailure | null;
}

export interface WritingFailure {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}
