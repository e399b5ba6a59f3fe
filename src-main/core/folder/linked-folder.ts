import type { LibraryId } from '../library/library-id.ts';
import type { ObjectId } from '../objects/object-id.ts';

/** Identifier of a linked folder: a lower-case UUID. */
export type LinkedFolderId = string & { readonly brand: 'LinkedFolderId' };

/** What linking a folder decides; the rest starts empty. */
export type NewLinkedFolder = Omit<
  LinkedFolder,
  | 'key'
  | 'paused'
  | 'resumeAtSeconds'
  | 'isMarked'
  | 'syncedRootId'
  | 'lastScanAtSeconds'
  | 'lastCommitAtSeconds'
  | 'ignoring'
>;

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
  /** When a paused folder goes on by itself; 0: only when told. */
  readonly resumeAtSeconds: number;
  /** The folder was seen with its marker, so a folder without one is another. */
  readonly isMarked: boolean;
  /** Root of the tree that the folder was last compared with to the end; empty when never. */
  readonly syncedRootId: ObjectId | '';
  /** Identity of the root folder when it was last seen, so that an empty mount point is not taken for it. */
  readonly rootDevice: number;
  readonly rootInode: number;
  readonly createdAtSeconds: number;
  /** End of the last scan of the whole folder; 0 when never. */
  readonly lastScanAtSeconds: number;
  /** 0 when never. */
  readonly lastCommitAtSeconds: number;
  readonly ignoring: IgnoreConsent;
}

/** Which text of the folder's own ignore file counts: any user who can write to the library can put any text there. */
export interface IgnoreConsent {
  /** Text that the person of this computer wrote or agreed to; null before the file was first read. */
  readonly agreed: string | null;
  /** Text that came through the library and waits for the person; null when none does. */
  readonly offered: string | null;
  /** The library may have changed the file since it was last read. */
  readonly isTouched: boolean;
}
