import type { Said } from '../../src-shared/service-words.ts';
import type { FolderActivityEntry } from '../core/folder/folder-activity.ts';
import type { FileStat, FolderEntry } from '../core/folder/folder-entry.ts';
import type { FolderIntent, FolderPending } from '../core/folder/folder-journal.ts';
import type {
  IgnoreConsent,
  LinkedFolder,
  LinkedFolderId,
  NewLinkedFolder,
} from '../core/folder/linked-folder.ts';
import type { FileKey } from '../core/library/encryption.ts';
import type { LibraryId } from '../core/library/library-id.ts';
import type { CommitId, ObjectId } from '../core/objects/object-id.ts';

/**
 * Everything a linked folder does to its surroundings goes through these ports, so that a simulation can stand in for
 * disk, watcher and time.
 */

/** Why an item is left out. The words of `FolderProblemJson.reason`. */
export type ProblemReason =
  | 'unreadable'
  | 'vanished'
  | 'changing'
  | 'not-a-file'
  | 'name-invalid'
  | 'name-too-long'
  | 'too-deep'
  | 'conflict'
  | 'excluded'
  | 'patterns-offered'
  | 'mostly-left-out';

export interface FolderProblem {
  /** Relative to the linked folder. */
  readonly path: string;
  readonly reason: ProblemReason;
  readonly said: Said;
  /** Counts that the words of the reason need; absent: none. */
  readonly values?: Readonly<Record<string, number>>;
}

export interface ListedEntry extends FileStat {
  readonly name: string;
  readonly isDir: boolean;
}

/** What one scan of one folder found. */
export interface DirListing {
  readonly dir: string;
  /** Asked for before its entries; the library's folder gets this time. */
  readonly mtimeMs: number;
  /** True when the subfolders of this folder are listed by the same request. */
  readonly isDeep: boolean;
  /** Set when the folder could not be listed to the end: nothing about it or anything inside it is known. */
  readonly failure: FolderProblem | null;
  /** Files and folders that are not ignored. */
  readonly entries: readonly ListedEntry[];
  /** Names whose stat could not be read; their rows stay as they are. */
  readonly unknownNames: readonly string[];
  readonly problems: readonly FolderProblem[];
  readonly ignoredCount: number;
  /** Symbolic links, which are skipped quietly. */
  readonly linkCount: number;
  /** Temporary names of our own. */
  readonly leftovers: readonly string[];
}

export interface ListRequest {
  /** Folders to list by themselves. */
  readonly dirs: readonly string[];
  /** Folders to list with everything inside them. */
  readonly trees: readonly string[];
  /** Lines of the ignore file of the folder. */
  readonly ignoreText: string;
  /** Folders that are left out by choice. */
  readonly excluded: readonly string[];
  /** The root that was checked before; a listing of any other root is refused. Null: not checked. */
  readonly root: RootIdentity | null;
  /** For a listing that begins while the watcher is being opened. */
  readonly early?: EarlyScan | undefined;
}

/** Shared with threads: whether the watcher of a folder is ready. */
export type WatchStart = Int32Array<SharedArrayBuffer>;

/** A scan of a folder that is not watched yet. */
export interface EarlyScan {
  readonly watchStart: WatchStart;
  /** How long the watcher is waited for at the end of the listing, in milliseconds. */
  readonly waitMs: number;
  /**
   * Receives the folders that changed between being listed and being watched, before the listing ends; the list may be
   * empty. Not called when the watcher was not ready in time, or the listing failed.
   */
  readonly onSeenAgain: (changed: readonly string[]) => void;
}

export interface WantedFile {
  readonly path: string;
  readonly stat: FileStat;
}

export interface ReadBlock {
  readonly id: ObjectId;
  /** Lower-case hex; null when the store is to compute it, in which case the memory holds nothing but this block. */
  readonly sha256: string | null;
  readonly bytes: Uint8Array;
}

/** The file at `index` of the request: read whole in the wanted state, or why not. */
export type ReadOutcome =
  | {
      readonly index: number;
      readonly kind: 'read';
      /** The file object; its bytes are empty for `EMPTY_ID`. */
      readonly id: ObjectId;
      readonly objectText: string;
      /** When reading ended, by the clock that stamps files. */
      readonly readAtMs: number;
    }
  | {
      readonly index: number;
      readonly kind: 'failed';
      readonly reason: ProblemReason;
      readonly said: Said;
    };

/** Blocks come no later than the outcome of their file. */
export interface ReadBatch {
  readonly blocks: readonly ReadBlock[];
  readonly files: readonly ReadOutcome[];
  /** Bytes read from disk for this batch. */
  readonly sizeBytes: number;
}

export interface RootIdentity {
  readonly device: number;
  readonly inode: number;
}

export type RootState =
  | {
      readonly kind: 'present';
      readonly device: number;
      readonly inode: number;
      /** Nothing is in it but, maybe, a marker. */
      readonly isEmpty: boolean;
      /** Id in the folder's marker; null when there is none, empty when it is not one of ours. */
      readonly marker: string | null;
    }
  | { readonly kind: 'missing'; readonly said: Said };

/** Lists and reads a linked folder. Paths are relative to the root it was opened with. */
export interface FolderReader {
  root(): Promise<RootState>;
  /** Text of the folder's own ignore file; empty when there is none. */
  ignoreText(): Promise<string>;
  /**
   * Lists parents before their contents. The next batch is prepared while one is processed, and only a few are prepared
   * ahead. Rejects when the root disappeared or was replaced meanwhile.
   */
  list(request: ListRequest): AsyncIterable<readonly DirListing[]>;
  /**
   * Reads each file once, in order; at most about 16 MiB are read ahead. The memory of a batch belongs to the receiver.
   */
  read(files: readonly WantedFile[], fileKey: FileKey | null): AsyncIterable<ReadBatch>;
  /** Files will be read soon: starts the thread that reads them. */
  prepare(): void;
  /** Ends running requests with an error. The next request opens it again. */
  close(): Promise<void>;
}

/** What a watcher says. All of it is events: any may be missing, late or repeated. */
export interface WatchEvents {
  /** `dirs`: something directly inside changed; `trees`: everything inside is listed. */
  dirty(dirs: readonly string[], trees: readonly string[]): void;
  /** Too much changed to tell, or changes were missed. */
  everything(): void;
  /** Changes from now on are told. */
  ready(): void;
  /** The system refuses to watch (all of) the folder. Said at most once. */
  degraded(reason: string): void;
}

export interface FolderWatch {
  close(): Promise<void>;
}

export interface FolderWatcher {
  watch(root: string, ignoreText: string, events: WatchEvents): FolderWatch;
}

/** Wake-up calls. */
export interface Timers {
  /** Calls `work` once after the delay; the answer cancels it. */
  after(delayMs: number, work: () => void): () => void;
}

/** The part of the store that holds linked folders. */
export interface LinkedFolderRows {
  add(folder: NewLinkedFolder): LinkedFolder;
  list(): LinkedFolder[];
  find(id: LinkedFolderId): LinkedFolder | null;
  remove(id: LinkedFolderId): void;
  /** `resumeAtSeconds`: when it resumes by itself; absent: never. */
  setPaused(id: LinkedFolderId, paused: boolean, resumeAtSeconds?: number): void;
  setPath(id: LinkedFolderId, path: string): void;
  setMarked(id: LinkedFolderId): void;
  setSynced(id: LinkedFolderId, rootId: ObjectId | ''): void;
  setRoot(id: LinkedFolderId, root: { readonly device: number; readonly inode: number }): void;
  setScanned(id: LinkedFolderId, atSeconds: number): void;
  setCommitted(id: LinkedFolderId, atSeconds: number): void;
  setIgnoring(id: LinkedFolderId, consent: IgnoreConsent): void;
}

/** The part of the store that knows the commits of a library. */
export interface LibraryHistory {
  /** Newest first. */
  range(
    libraryId: LibraryId,
    wanted: { readonly from: number; readonly downTo: number; readonly limit: number },
  ): readonly {
    readonly id: CommitId;
    readonly rootId: ObjectId;
    readonly authorEmail: string;
    readonly deviceName: string | null;
  }[];
}

/** The part of the store that holds what disk and library last agreed about. */
export interface FolderIndex {
  entriesIn(folderKey: number, dir: string): FolderEntry[];
  /** The row of one path; null when there is none. */
  find(folderKey: number, path: string): FolderEntry | null;
  byInode(folderKey: number, inode: number): FolderEntry[];
  countFiles(folderKey: number): number;
  /** Forgets all that was agreed. */
  clear(folderKey: number): void;
  /** Files anywhere inside `dir`. */
  filesInside(folderKey: number, dir: string): FolderEntry[];
  /** Folders anywhere inside `dir`, parents first. */
  dirsInside(folderKey: number, dir: string): FolderEntry[];
  apply(
    folderKey: number,
    update: {
      readonly moved?: readonly { readonly from: string; readonly to: string }[];
      readonly removed: readonly Pick<FolderEntry, 'dir' | 'name' | 'isDir'>[];
      readonly put: readonly FolderEntry[];
    },
  ): void;
}

/** The part of the store that remembers what a linked folder is about to do, could not do, and leaves out. */
export interface FolderJournal {
  pending(folderKey: number): FolderPending[];
  putPending(folderKey: number, pending: readonly FolderPending[]): void;
  removePending(folderKey: number, paths: Iterable<string>): void;
  intents(folderKey: number): FolderIntent[];
  putIntents(folderKey: number, intents: readonly FolderIntent[]): void;
  removeIntents(folderKey: number, intents: readonly FolderIntent[]): void;
  exclusions(folderKey: number): string[];
  setExclusions(folderKey: number, paths: readonly string[]): void;
}

/** The part of the store that remembers what linked folders did lately. */
export interface FolderActivityRows {
  /** By folder key, oldest first, in one transaction. */
  add(byFolder: ReadonlyMap<number, readonly FolderActivityEntry[]>): void;
  /** Newest first. */
  list(folderKey: number, limit: number): FolderActivityEntry[];
  /** In Unix seconds; older entries are not listed. */
  beginsAt(folderKey: number): number;
}

/**
 * An object whose id was computed from exactly these bytes. `sha256` is set for blocks; null: a thread is to compute
 * it.
 */
export interface HashedContent {
  readonly kind: 'block' | 'fs';
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly sha256: Buffer | null;
}

/** Where ingest keeps what it read; the objects of one library. */
export interface IngestObjects {
  has(kind: 'block' | 'fs', id: string): boolean;
  /**
   * Stores content that is hashed already; the caller may reuse the bytes on return. The memory of a block without a
   * SHA-256 must have no other user: it is taken, and empty afterwards even on failure. Undefined: already done.
   */
  writeHashed(object: HashedContent): Promise<void> | undefined;
  /** Durable on return: everything written before. */
  flush(): Promise<void>;
  read(kind: 'block' | 'fs', id: string): Promise<Buffer>;
}
