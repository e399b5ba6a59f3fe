import type { ObjectId } from '../objects/object-id.ts';

/**
 * One file that is about to be written or taken away, on record before the disk is touched: after a crash it tells a
 * file that Keepfold displaced from one that a user deleted. All paths are relative to the linked folder.
 */
export interface FolderIntent {
  readonly path: string;
  /** Where the new content is gathered. */
  readonly tempPath: string;
  /** Where the old file waits until the new one is in place. */
  readonly displaced: string;
  /** What tells the old file, whose content is in history; null when nothing was there. */
  readonly old: { readonly sizeBytes: number; readonly mtimeMs: number; readonly inode: number } | null;
  /** What will be at the path; null when the file is only taken away. */
  readonly next: {
    readonly objectId: ObjectId;
    readonly sizeBytes: number;
    readonly mtimeMs: number;
    /** Of a file that only moves there; null for new content. */
    readonly inode: number | null;
  } | null;
}
