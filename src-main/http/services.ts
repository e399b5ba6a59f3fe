import type { ServerEvent } from '../../src-shared/events.ts';
import type {
  BrowseJson,
  FolderActivityJson,
  FolderHeldPageJson,
  IgnorePreviewJson,
  IgnoreRulesJson,
  MadeFolderJson,
  PauseFolderJson,
  PreflightJson,
  RelinkFolderJson,
  SubfolderJson,
} from '../../src-shared/folder-choices-api.ts';
import type {
  FolderDefaultsJson,
  LinkedFolderJson,
  LinkFolderJson,
  SecretsNoticeJson,
  UnlockFolderJson,
} from '../../src-shared/folders-api.ts';
import type { Caller } from '../core/access/caller.ts';
import type { SyncObjects } from '../engine/objects/sync-objects.ts';
import type { Clock } from '../engine/ports.ts';
import type { AdminVisits } from '../usecases/access/admin-visits.ts';
import type { People } from '../usecases/access/people.ts';
import type { SyncAccess } from '../usecases/access/sync-access.ts';
import type { AccountList } from '../usecases/accounts/account-list.ts';
import type { Accounts } from '../usecases/accounts/accounts.ts';
import type { Devices } from '../usecases/accounts/devices.ts';
import type { LibraryTokens } from '../usecases/accounts/library-tokens.ts';
import type { Modifiers } from '../usecases/accounts/modifiers.ts';
import type { NotificationTokens } from '../usecases/accounts/sync-tokens.ts';
import type { UserRemoval } from '../usecases/accounts/user-removal.ts';
import type { ConflictCopies } from '../usecases/files/conflict-copies.ts';
import type { ConflictMerges } from '../usecases/files/conflict-merges.ts';
import type { CopyTasks } from '../usecases/files/copy-tasks.ts';
import type { Downloads } from '../usecases/files/downloads.ts';
import type { FilesService } from '../usecases/files/files.ts';
import type { ItemEdits } from '../usecases/files/item-edits.ts';
import type { ItemMoves } from '../usecases/files/item-moves.ts';
import type { ItemProperties } from '../usecases/files/item-properties.ts';
import type { LibraryItems } from '../usecases/files/library-items.ts';
import type { PartialUploads } from '../usecases/files/partial-uploads.ts';
import type { Search } from '../usecases/files/search.ts';
import type { SmartLinks } from '../usecases/files/smart-links.ts';
import type { Stars } from '../usecases/files/stars.ts';
import type { Thumbnails } from '../usecases/files/thumbnails.ts';
import type { Uploads } from '../usecases/files/uploads.ts';
import type { VisitorUploads } from '../usecases/files/visitor-uploads.ts';
import type { ZipDownloads } from '../usecases/files/zip-downloads.ts';
import type { Activities } from '../usecases/history/activities.ts';
import type { AllTrash } from '../usecases/history/all-trash.ts';
import type { ChangeLog, RecentCommits } from '../usecases/history/change-log.ts';
import type { CommitNotes } from '../usecases/history/commit-notes.ts';
import type { CompareSnapshots } from '../usecases/history/compare-snapshots.ts';
import type { DiskRestores } from '../usecases/history/disk-restores.ts';
import type { Erasures } from '../usecases/history/erasures.ts';
import type { HistoryService } from '../usecases/history/history.ts';
import type { HistoryExports } from '../usecases/history/history-exports.ts';
import type { HistorySearch } from '../usecases/history/history-search.ts';
import type { Pins } from '../usecases/history/pins.ts';
import type { Restores } from '../usecases/history/restores.ts';
import type { Snapshots } from '../usecases/history/snapshots.ts';
import type { TimeSearch } from '../usecases/history/time-search.ts';
import type { TrashService } from '../usecases/history/trash.ts';
import type { TrashRestores } from '../usecases/history/trash-restores.ts';
import type { Versions } from '../usecases/history/versions.ts';
import type { AdminContents } from '../usecases/libraries/admin-contents.ts';
import type { AdminLibraries } from '../usecases/libraries/admin-libraries.ts';
import type { DeletedLibraries } from '../usecases/libraries/deleted-libraries.ts';
import type { DriveLibraries } from '../usecases/libraries/drive-libraries.ts';
import type { LibrariesService } from '../usecases/libraries/libraries.ts';
import type { LibraryFactsOf } from '../usecases/libraries/library-facts.ts';
import type { LibraryListing } from '../usecases/libraries/library-listing.ts';
import type { LibraryPasswords } from '../usecases/libraries/library-passwords.ts';
import type { RememberedKeys } from '../usecases/libraries/remembered-keys.ts';
import type { SampleLibraries } from '../usecases/libraries/sample-libraries.ts';
import type { SyncHeads } from '../usecases/libraries/sync-heads.ts';
import type { Departments } from '../usecases/sharing/departments.ts';
import type { FolderLibraries } from '../usecases/sharing/folder-libraries.ts';
import type { GroupLibraries } from '../usecases/sharing/group-libraries.ts';
import type { LibraryShares } from '../usecases/sharing/library-shares.ts';
import type { LinkAccess } from '../usecases/sharing/link-access.ts';
import type { ShareLinks } from '../usecases/sharing/share-links.ts';
import type { ShareLists } from '../usecases/sharing/share-lists.ts';
import type { UploadLinks } from '../usecases/sharing/upload-links.ts';
import type { Backup } from '../usecases/upkeep/backup.ts';
import type { BackupRepairs } from '../usecases/upkeep/backup-repairs.ts';
import type { BackupRestores } from '../usecases/upkeep/backup-restores.ts';
import type { Garbage } from '../usecases/upkeep/garbage.ts';
import type { Heartbeat } from '../usecases/upkeep/heartbeat.ts';
import type { ItemSizes } from '../usecases/upkeep/item-sizes.ts';
import type { Jobs } from '../usecases/upkeep/jobs.ts';
import type { LibraryStorage } from '../usecases/upkeep/library-storage.ts';
import type { ReachSettings } from '../usecases/upkeep/reach.ts';
import type { Rehearsal } from '../usecases/upkeep/rehearsal.ts';
import type { ServerSettings } from '../usecases/upkeep/server-settings.ts';
import type { ServerStorage } from '../usecases/upkeep/server-storage.ts';

/** Everything the routes call, by rooms: a route takes from each what it calls. */
export interface HttpServices {
  readonly clock: Clock;
  readonly events: Events;
  /** How the server is reached. */
  readonly reach: ReachSettings;
  /** What the sync surface asks the engine itself. */
  readonly engine: {
    readonly syncObjects: SyncObjects;
  };
  /** Who reaches what. */
  readonly access: {
    readonly people: People;
    readonly listing: LibraryListing;
    readonly adminVisits: AdminVisits;
    readonly syncAccess: SyncAccess;
  };
  /** People of this server, and the devices and programs they sign in with. */
  readonly accounts: {
    readonly accounts: Accounts;
    readonly accountList: AccountList;
    readonly userRemoval: UserRemoval;
    readonly devices: Devices;
    readonly modifiers: Modifiers;
    readonly libraryTokens: LibraryTokens;
    readonly notificationTokens: NotificationTokens;
  };
  /** Libraries as wholes. */
  readonly libraries: {
    readonly libraries: LibrariesService;
    readonly adminLibraries: AdminLibraries;
    readonly deletedLibraries: DeletedLibraries;
    readonly sampleLibraries: Pick<SampleLibraries, 'make'>;
    readonly driveLibraries: DriveLibraries;
    readonly factsOf: LibraryFactsOf;
    readonly passwords: LibraryPasswords;
    readonly syncHeads: SyncHeads;
  };
  /** Groups, and everything by which people open libraries to each other. */
  readonly sharing: {
    readonly shares: LibraryShares;
    readonly shareLists: ShareLists;
    readonly folderLibraries: FolderLibraries;
    readonly departments: Departments;
    readonly groupLibraries: GroupLibraries;
  };
  /** Links for people without an account. */
  readonly links: {
    readonly shareLinks: ShareLinks;
    readonly uploadLinks: UploadLinks;
    readonly linkAccess: LinkAccess;
  };
  /** The files and folders of libraries. */
  readonly files: {
    readonly files: FilesService;
    readonly libraryItems: LibraryItems;
    readonly itemEdits: ItemEdits;
    readonly itemMoves: ItemMoves;
    readonly itemProperties: ItemProperties;
    readonly copyTasks: CopyTasks;
    readonly conflictCopies: ConflictCopies;
    readonly conflictMerges: ConflictMerges;
    readonly adminContents: AdminContents;
    readonly downloads: Downloads;
    readonly zips: ZipDownloads;
    readonly thumbnails: Thumbnails;
    readonly search: Search;
    readonly stars: Stars;
    readonly smartLinks: SmartLinks;
  };
  /** Files on their way in. */
  readonly uploads: {
    readonly uploads: Uploads;
    readonly partialUploads: PartialUploads;
    readonly visitorUploads: VisitorUploads;
  };
  /** History browsing: what happened, and when. */
  readonly history: {
    readonly history: HistoryService;
    readonly historySearch: HistorySearch;
    readonly timeSearch: TimeSearch;
    readonly snapshots: Snapshots;
    readonly compareSnapshots: CompareSnapshots;
    readonly pins: Pins;
    readonly notes: CommitNotes;
    readonly activities: Activities;
    readonly recentCommits: RecentCommits;
    readonly changeLog: ChangeLog;
    readonly erasures: Erasures;
  };
  /** What was deleted, and its way back. */
  readonly trash: {
    readonly trash: TrashService;
    readonly allTrash: AllTrash;
    readonly trashRestores: TrashRestores;
  };
  /** Bringing back. */
  readonly restores: {
    readonly restores: Restores;
    readonly versions: Versions;
  };
  /** What keeps the disk of the server in order. */
  readonly upkeep: {
    readonly jobs: Jobs;
    readonly garbage: Garbage;
    readonly heartbeat: Heartbeat;
    readonly serverStorage: ServerStorage;
    readonly libraryStorage: LibraryStorage;
    readonly itemSizes: ItemSizes;
    readonly settings: ServerSettings;
  };
  /** The copy of everything on another disk. */
  readonly backups: {
    readonly backup: Backup;
    readonly backupRestores: BackupRestores;
    readonly backupRepairs: BackupRepairs;
    readonly rehearsal: Rehearsal;
  };
  /** The computer that the server runs on: its folders, and what is written to them. */
  readonly computer: {
    readonly folders: LinkedFolders;
    readonly disk: Disk;
    readonly diskRestores: DiskRestores;
    readonly historyExports: HistoryExports;
    readonly remembered: Pick<RememberedKeys, 'check'>;
  };
}

/** Linked folders. Errors: `linked-folder-not-found`, `linked-folder-refused`, `library-not-found`, `path-invalid`. */
export interface LinkedFolders {
  list(): LinkedFolderJson[];
  find(id: string): LinkedFolderJson;
  /** Errors also: `argument-missing`, `argument-invalid`, `library-not-encrypted`, `password-wrong`, `throttled`, `busy`. */
  link(request: LinkFolderJson, caller: Caller): Promise<LinkedFolderJson & SecretsNoticeJson>;
  unlink(id: string): Promise<void>;
  relink(id: string, request: RelinkFolderJson): Promise<LinkedFolderJson>;
  /** Errors also: `argument-invalid`. */
  pause(id: string, request: PauseFolderJson): Promise<LinkedFolderJson>;
  resume(id: string): Promise<LinkedFolderJson>;
  rescan(id: string): Promise<LinkedFolderJson>;
  /** Lets changes happen that were held and told with the token. Errors also: `held-changed`. */
  accept(id: string, token: string): Promise<LinkedFolderJson>;
  /** Brings back what they took away; new contents are kept in history. Errors also: `held-changed`. */
  revert(id: string, token: string): Promise<LinkedFolderJson>;
  /** Errors also: `argument-missing`, `library-not-encrypted`, `password-wrong`, `throttled`, `busy`. */
  unlock(
    id: string,
    request: UnlockFolderJson,
    caller: Caller,
  ): Promise<LinkedFolderJson & SecretsNoticeJson>;
  /** Errors also: `library-not-encrypted`. */
  lock(id: string): Promise<LinkedFolderJson & SecretsNoticeJson>;
  /** Ends early when the signal aborts. */
  preflight(path: string, signal?: AbortSignal): Promise<PreflightJson>;
  defaults(): FolderDefaultsJson;
  /** Errors also: `linked-folder-away`. */
  ignoreRules(id: string): Promise<IgnoreRulesJson>;
  /** Errors also: `linked-folder-away`, `argument-invalid`, `disk-full`. */
  setIgnoreRules(id: string, text: string): Promise<IgnoreRulesJson>;
  /** Has the patterns count that came through the library. */
  agreeToIgnoreRules(id: string, text: string): Promise<IgnoreRulesJson>;
  /** Errors also: `linked-folder-away`, `argument-invalid`. */
  previewIgnoreRules(id: string, text: string): Promise<IgnorePreviewJson>;
  /** Errors also: `folder-not-found`, `library-locked`. */
  subfolders(id: string, path: string): Promise<SubfolderJson[]>;
  /** Errors also: `folder-not-found`, `argument-invalid`, `library-locked`. */
  exclude(id: string, paths: readonly string[]): Promise<LinkedFolderJson>;
  /** Behind the cursor, which is empty for the start. */
  held(id: string, cursor: string): FolderHeldPageJson;
  /** Newest first. */
  activity(id: string, limit: number): FolderActivityJson;
}

export interface DiskSpace {
  /** What can still be written. */
  readonly freeBytes: number;
  readonly totalBytes: number;
  /** Of the database and the other files of the data folder that belong to no library. */
  readonly ownBytes: number;
}

/** Folders of the server's machine, for administrators. */
export interface Disk {
  /** Of the disk that the data folder is on. */
  space(): Promise<DiskSpace>;
  /** An empty path: where to start. Errors: `path-invalid`, `folder-not-found`. */
  browse(path: string): Promise<BrowseJson>;
  /** Errors: `path-invalid`, `folder-not-found`, `name-invalid`, `name-taken`, `disk-full`. */
  makeFolder(place: string, name: string): Promise<MadeFolderJson>;
}

export interface Events {
  /** Calls the listener for every event until the returned function is called. */
  subscribe(listener: (event: ServerEvent) => void): () => void;
}
