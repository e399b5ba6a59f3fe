import type { Dirent } from '../objects/dir-object.ts';
import type { ObjectId } from '../objects/object-id.ts';

/**
 * The dirents of a dir object, descending by name as `decodeDir` gives them; none for `EMPTY_ID`. Rejects when the object is
 * missing or damaged.
 */
export type ReadDir = (id: ObjectId) => Promise<readonly Dirent[]>;
