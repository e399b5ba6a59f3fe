import type { FolderActivityEntryJson } from '../../../src-shared/folder-choices-api.ts';
import type { FolderEncryption } from '../../../src-shared/folders-api.ts';
import type { FileKey } from '../../core/library/encryption.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import type { ChangeLibrary } from '../../engine/heads/change-library.ts';
import type { Clock, Ids } from '../../engine/ports.ts';
import type { FileSystem } from '../disk/file-system.ts';
import type {
  FolderIndex,
  FolderJournal,
  FolderReader,
  FolderWatcher,
  IngestObjects,
  LinkedFolderRows,
  Timers,
} from '../ports.ts';
import type { Semaphore } from './semaphore.ts';

/** All that a linked folder does to the world. */
export interface LinkedFolderPorts {
  readonly rows: LinkedFolderRows;
  readonly index: FolderIndex;
  readonly journal: FolderJournal;
  /** Runs the function as one durable transaction. */
  readonly transaction: <T>(work: () => T) => T;
  readonly reader: FolderReader;
  readonly fileSystem: FileSystem;
  readonly watcher: FolderWatcher;
  readonly objects: IngestObjects;
  readonly commitChanges: ChangeLibrary['commitChanges'];
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ids: Ids;
}

/** What a linked folder asks about its library, as its owner may see it. */
export interface FolderLibrary {
  /** Name of the library for display; empty when its owner may not see it. */
  name(): string;
  /** Number of files in the library now; 0 when it cannot be read. */
  fileCount(): number;
  /** Null when the library cannot be read. */
  headRootId(): ObjectId | null;
  /**
   * Whether every commit since the library had that tree was made through this server by the user who linked the folder.
   * False when that tree is not found among the last commits.
   */
  isOwnChangeSince(rootId: ObjectId): boolean;
  /** @throws DomainError why the library takes nothing in now, if so */
  requireWritable(): void;
  /** Null for a library without a password. @throws DomainError `library-locked` */
  fileKey(): FileKey | null;
  encryption(): FolderEncryption;
  /** Whether the library unlocks itself at the next start. */
  isRemembered(): boolean;
}

export interface LinkedFolderSettings {
  readonly ignoreDefaults: string;
  /** Name of this computer, for history. */
  readonly device: string;
  readonly library: FolderLibrary;
  /** The result of `toJson` changed; at most four times a second. */
  readonly onChange: () => void;
  /** What the folder did, oldest first; at most four times a second. */
  readonly onActivity: (entries: readonly FolderActivityEntryJson[]) => void;
  /** Bounds the full rescans that run at a time. */
  readonly fullScans: Semaphore;
  /** As of `LinkedFoldersDependencies`. */
  readonly askedFrom?: number | undefined;
}

/** How long a linked folder waits for what, in milliseconds. */
export const TIMINGS = {
  /** Long enough for a program to write all it writes in one go, short enough that a save is in history at once. */
  quietMs: 100,
  longestQuietMs: 1500,
  /** A disk is plugged in at the pace of people. */
  awayPollMs: 2000,
  /** What the library refuses is allowed at the pace of people, too. */
  errorRetryMs: 10_000,
  longestTimerMs: 60_000,
  /** Nearly every watcher is ready by then; a tree of very many folders is not left alone for longer. */
  watchWaitMs: 1000,
  /** The reading threads are warm while someone works in the folder; at rest their heaps of 15 MB only lie there. */
  keepReaderMs: 10_000,
} as const;
