import type { ChangeOp } from '../../../src-shared/contents-api.ts';
import type { ObjectId } from '../objects/object-id.ts';

/** What a commit did to one path. An added or removed folder is one change, for its top. */
export interface Change {
  readonly op: ChangeOp;
  /** Absolute, without a trailing slash; the old path of a rename. */
  readonly path: string;
  /** Empty unless `op` is `renamed`. */
  readonly newPath: string;
  readonly isDir: boolean;
  /** The removed object for removals, the new one otherwise. */
  readonly objectId: ObjectId;
  /** Size of the file that `objectId` names; 0 for folders. */
  readonly sizeBytes: number;
  /** Size of the file before; 0 for what was not there, and for folders. */
  readonly oldSizeBytes: number;
}
