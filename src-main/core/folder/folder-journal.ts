import { isServiceCode, type Said, said } from '../../../src-shared/service-words.ts';
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
  readonly said: Said;
  readonly sinceSeconds: number;
}

/** What is on record as JSON, or as text by earlier versions. */
export function saidOnRecord(text: string): Said {
  const asText = said('asItIs', { what: text });
  if (!text.startsWith('{"code"')) return asText;
  try {
    const { code, values } = JSON.parse(text) as Said;
    return isServiceCode(code) ? { code, values } : asText;
  } catch {
    return asText;
  }
}
