import type { EncodedDir } from '../objects/dir-object.ts';
import type { ObjectId } from '../objects/object-id.ts';

/** A tree that was computed: its root, and the dir objects to store before anything may name it. */
export interface TreeResult {
  readonly rootId: ObjectId;
  /** Children before parents; only those that are not known to be stored. */
  readonly dirs: readonly NewDir[];
  readonly conflicts: readonly Conflict[];
}

/** A dir object that was made for the tree. */
export type NewDir = EncodedDir;

/** Something that could not have its name because something else has it. */
export interface Conflict {
  /** Where it was to go. */
  readonly path: string;
  /** Where it was put instead. */
  readonly conflictPath: string;
}
