/** Why a path of the library is not in the linked folder as it should be. */
export type PendingReason =
  /** Something that the library does not know is there; it is taken in first. */
  | 'changed'
  /** The folder was to go, but holds things that are not kept. */
  | 'not-empty'
  | 'not-writable'
  | 'disk-full'
  /** This system or disk cannot hold the name, or holds another that it takes for the same. */
  | 'name'
  /** The library's own copy cannot be read. */
  | 'damaged'
  /** The library says another size than its content has. Nothing but another version of the file helps. */
  | 'wrong-size'
  /** It is to go from the disk, and a person has not said yet whether it may. */
  | 'held'
  | 'failed';

/** A difference between library and linked folder that could not be carried out yet. */
export interface FolderPending {
  /** Relative to the linked folder. */
  readonly path: string;
  readonly reason: PendingReason;
  /** For a person. */
  readonly message: string;
  readonly sinceSeconds: number;
}
