import type { LibraryId } from '../library/library-id.ts';

/** Identifier of a linked folder: a lower-case UUID. */
export type LinkedFolderId = string & { readonly brand: 'LinkedFolderId' };

/** A folder on this computer whose content is kept in a library. */
export interface LinkedFolder {
  /** Names the folder inside the database; never reused, never shown. */
  readonly key: number;
  readonly id: LinkedFolderId;
  readonly libraryId: LibraryId;
  /** Absolute, with symbolic links resolved. */
  readonly path: string;
  /** Author of the commits that the folder makes. */
  readonly authorEmail: string;
  readonly paused: boolean;
  /** Identity of the root folder when it was last seen, so that an empty mount point is not taken for it. */
  readonly rootDevice: number;
  readonly rootInode: number;
  readonly createdAtSeconds: number;
  /** End of the last scan of the whole folder; 0 when never. */
  readonly lastScanAtSeconds: number;
  /** 0 when never. */
  readonly lastCommitAtSeconds: number;
}
