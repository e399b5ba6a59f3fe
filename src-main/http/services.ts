import type { ServerEvent } from '../../src-shared/events.ts';
import type {
  BrowseJson,
  LinkedFolderJson,
  LinkFolderJson,
  PreflightJson,
} from '../../src-shared/local-api.ts';
import type { Caller } from '../core/access/caller.ts';
import type { LibraryId } from '../core/library/library-id.ts';
import type { CommitId } from '../core/objects/object-id.ts';
import type { Accounts } from '../services/accounts.ts';
import type { AdminContents } from '../services/admin-contents.ts';
import type { AdminLibraries } from '../services/admin-libraries.ts';
import type { Check } from '../services/check.ts';
import type { DeletedLibraries } from '../services/deleted-libraries.ts';
import type { Departments } from '../services/departments.ts';
import type { Downloads } from '../services/downloads.ts';
import type { FilesService } from '../services/files.ts';
import type { Garbage } from '../services/garbage.ts';
import type { HistoryService } from '../services/history.ts';
import type { LibrariesService } from '../services/libraries.ts';
import type { People } from '../services/people.ts';
import type { Clock } from '../services/ports.ts';
import type { TrashService } from '../services/trash.ts';

/** Everything the routes call. */
export interface HttpServices {
  readonly clock: Clock;
  readonly accounts: Accounts;
  readonly departments: Departments;
  readonly people: People;
  readonly libraries: LibrariesService;
  readonly adminLibraries: AdminLibraries;
  readonly adminContents: AdminContents;
  readonly deletedLibraries: DeletedLibraries;
  readonly history: HistoryService;
  readonly trash: TrashService;
  readonly files: FilesService;
  readonly downloads: Downloads;
  readonly check: Check;
  readonly garbage: Garbage;
  readonly folders: LinkedFolders;
  readonly disk: Disk;
  readonly events: Events;
}

/** Linked folders. Errors: `linked-folder-not-found`, `linked-folder-refused`, `library-not-found`, `path-invalid`. */
export interface LinkedFolders {
  list(): LinkedFolderJson[];
  find(id: string): LinkedFolderJson;
  link(request: LinkFolderJson, caller: Caller): Promise<LinkedFolderJson>;
  unlink(id: string): Promise<void>;
  pause(id: string): Promise<LinkedFolderJson>;
  resume(id: string): Promise<LinkedFolderJson>;
  rescan(id: string): Promise<LinkedFolderJson>;
  /** Commits changes that were held. */
  accept(id: string): Promise<LinkedFolderJson>;
  /** Brings back into the folder what held deletions took away. */
  putBack(id: string): Promise<LinkedFolderJson>;
  preflight(path: string): Promise<PreflightJson>;
}

export interface WrittenToDisk {
  /** Absolute path of what was written. */
  readonly path: string;
  readonly files: number;
  readonly bytes: number;
}

export interface WriteToDiskRequest {
  readonly libraryId: LibraryId;
  /** '/' for the whole library. */
  readonly path: string;
  /** Null: as it is now. */
  readonly commitId: CommitId | null;
  /** Absolute folder, empty or not there yet. */
  readonly to: string;
}

/** Folders of the server's machine, for administrators. */
export interface Disk {
  /** An empty path: where to start. Errors: `path-invalid`, `folder-not-found`. */
  browse(path: string): Promise<BrowseJson>;
  /** Errors: `path-invalid` (relative, exists and not empty), `item-not-found`, `commit-not-found`, `disk-full`. */
  write(caller: Caller, request: WriteToDiskRequest): Promise<WrittenToDisk>;
}

export interface Events {
  /** Calls the listener for every event until the returned function is called. */
  subscribe(listener: (event: ServerEvent) => void): () => void;
}
