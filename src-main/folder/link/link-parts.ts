import type { LinkedFolder } from '../../core/folder/linked-folder.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import type { ChangeLibrary } from '../../engine/heads/change-library.ts';
import type { Clock, Ids } from '../../engine/ports.ts';
import type { FileSystem } from '../disk/file-system.ts';
import type { FolderRules } from '../ignore/folder-rules.ts';
import type {
  FolderIndex,
  FolderJournal,
  FolderReader,
  FolderWatcher,
  IngestObjects,
  LinkedFolderRows,
  Timers,
} from '../ports.ts';
import type { EventDebouncer } from '../watch/event-debouncer.ts';
import type { RetryList } from '../watch/retry-list.ts';
import type { Agreement, UnresolvedIntents } from './agreement.ts';
import type { FolderLibrary } from './folder-library.ts';
import type { Halt } from './halt.ts';
import type { LinkedFolderActivity } from './linked-folder-activity.ts';
import type { LinkedRoot } from './linked-root.ts';

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
  /** Of the library. */
  readonly objects: IngestObjects;
  readonly changeLibrary: Pick<ChangeLibrary, 'commitChanges'>;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ids: Ids;
}

/** What both directions of one linked folder stand on, and tell one another by. */
export interface LinkParts extends LinkedFolderPorts {
  /** As it was when its loop was made; `root` knows how it is now. */
  readonly folder: LinkedFolder;
  readonly root: LinkedRoot;
  readonly library: FolderLibrary;
  readonly readDir: ReadDir;
  readonly rules: FolderRules;
  readonly agreement: Agreement;
  /** Contents that a crash may have put at a path. */
  readonly unresolved: UnresolvedIntents;
  /** Places to look at. */
  readonly debouncer: EventDebouncer;
  /** Files to look at again. */
  readonly retries: RetryList;
  readonly activity: LinkedFolderActivity;
  readonly halt: Halt;
  /** Name of this computer, for history. */
  readonly device: string;
  /** Besides what is many for a folder of its size, a person is asked from this many deletions in the library on. */
  readonly askedFrom?: number | undefined;
}
