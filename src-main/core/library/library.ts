import type { CommitId, ObjectId } from '../objects/object-id.ts';
import type { LibraryId } from './library-id.ts';
import type { Owner } from './owner.ts';

export type LibraryStatus = 'normal' | 'read-only';

/** Key material of an encrypted library, as clients exchange it. The server never needs the password. */
export interface LibraryEncryption {
  readonly version: 1 | 2 | 3 | 4;
  /** 64 hex digits (32 for version 1) that prove a password; empty when `passwordHash` does. */
  readonly magic: string;
  /** The file key, encrypted with the password: 96 hex digits. */
  readonly randomKey: string;
  /** 64 hex digits for versions 3 and 4, else empty. */
  readonly salt: string;
  readonly passwordHash: {
    readonly hash: string;
    readonly algorithm: string;
    readonly parameters: string;
  } | null;
}

/** Which folder a folder library shows. */
export interface FolderOrigin {
  /** The library that the folder is in, never itself a folder library. */
  readonly id: LibraryId;
  /** Where the folder is, or was last. */
  readonly path: string;
}

/** The record of a library: what listings show, kept current by every head move. */
export interface Library {
  readonly id: LibraryId;
  readonly name: string;
  readonly description: string;
  readonly owner: Owner;
  readonly headId: CommitId;
  readonly rootId: ObjectId;
  /** Number of commits in the history index; the head has this sequence number. */
  readonly headSeq: number;
  /** Sum of the sizes of the files at the head. */
  readonly sizeBytes: number;
  readonly fileCount: number;
  /** Time of the head commit, Unix seconds. */
  readonly updatedAtSeconds: number;
  /** Author of the head commit. */
  readonly modifierEmail: string;
  readonly status: LibraryStatus;
  readonly encryption: LibraryEncryption | null;
  /** −1 everything, 0 only the present, n days. */
  readonly keepDays: number;
  /** History at or before this time was cut by the user; 0 when never. */
  readonly historyFromSeconds: number;
  /** Oldest commit whose content is kept whole; of older ones only the commits themselves are. 1: all of it. */
  readonly retainedFromSeq: number;
  readonly createdAtSeconds: number;
  /** Only of folder libraries. */
  readonly origin?: FolderOrigin;
}

/** A library in the trash of libraries. */
export interface DeletedLibrary {
  readonly id: LibraryId;
  readonly name: string;
  readonly owner: Owner;
  readonly headId: CommitId;
  readonly sizeBytes: number;
  readonly fileCount: number;
  readonly encrypted: boolean;
  readonly deletedAtSeconds: number;
}
