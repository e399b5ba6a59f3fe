import type { FolderActivityEntryJson } from '../../../src-shared/folder-choices-api.ts';
import type { LinkedFolder } from '../../core/folder/linked-folder.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import type { ChangeLibrary } from '../../engine/heads/change-library.ts';
import type { Clock, Ids } from '../../engine/ports.ts';
import { createReadDir } from '../../engine/reading/directory-reader.ts';
import type { FileSystem } from '../disk/file-system.ts';
import { FolderRules } from '../ignore/folder-rules.ts';
import { IgnoreConsentRecord } from '../ignore/ignore-consent.ts';
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
import { RetryList } from '../watch/retry-list.ts';
import { Agreement, UnresolvedIntents } from './agreement.ts';
import type { FolderActivity } from './folder-activity.ts';
import { FolderStatus } from './folder-status.ts';
import { Halt } from './halt.ts';
import type { LinkedLibrary } from './linked-library.ts';
import { LinkedRoot } from './linked-root.ts';

/** Everything through which a linked folder acts on its surroundings. */
export interface LinkedFolderPorts {
  readonly rows: LinkedFolderRows;
  readonly index: FolderIndex;
  readonly journal: FolderJournal;
  readonly folderActivity: FolderActivity;
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

export interface LinkSettings {
  readonly ignoreDefaults: string;
  /** Name of this computer, for history. */
  readonly device: string;
  readonly library: LinkedLibrary;
  /** What is shown of the folder changed; at most four times a second. */
  readonly onChange: () => void;
  /** What the folder did, oldest first; at most four times a second. */
  readonly onActivity: (entries: readonly FolderActivityEntryJson[]) => void;
  /** A person is asked from this many deletions in the library on, besides what is many for the size of the folder. */
  readonly askedFrom?: number | undefined;
}

/** What both directions of one linked folder share, and through which they inform each other. */
export interface LinkParts extends LinkedFolderPorts, Pick<LinkSettings, 'device' | 'library' | 'askedFrom'> {
  /** As it was when its loop was made; `root` has the current state. */
  readonly folder: LinkedFolder;
  readonly root: LinkedRoot;
  /** Of the library. */
  readonly readDir: ReadDir;
  readonly rules: FolderRules;
  readonly agreement: Agreement;
  /** Contents that a crash may have put at a path. */
  readonly unresolved: UnresolvedIntents;
  /** Places to scan. */
  readonly debouncer: EventDebouncer;
  /** Files to read again. */
  readonly retries: RetryList;
  readonly status: FolderStatus;
  readonly halt: Halt;
}

export function createLinkParts(
  folder: LinkedFolder,
  ports: LinkedFolderPorts,
  settings: LinkSettings,
  debouncer: EventDebouncer,
): LinkParts {
  const { library, device, askedFrom, ignoreDefaults, onChange, onActivity: onEntries } = settings;
  const { clock, timers, rows, index, journal, folderActivity, objects } = ports;
  const halt = new Halt();
  if (folder.paused) halt.add('paused');
  const status = new FolderStatus({
    ...{ clock, timers, halt, onChange, onEntries },
    ...{ folderActivity, folderKey: folder.key },
  });
  status.fileCount = index.countFiles(folder.key);
  const agreement = new Agreement({ folder, index, rows });
  const consent = new IgnoreConsentRecord(folder, rows);
  return {
    ...ports,
    ...{ folder, library, device, askedFrom, halt, status, agreement, debouncer },
    root: new LinkedRoot(folder, ports),
    readDir: createReadDir(objects),
    rules: new FolderRules(ignoreDefaults, journal.exclusions(folder.key), consent),
    unresolved: new UnresolvedIntents({ ...ports, folder, agreement }),
    retries: new RetryList(clock),
  };
}
