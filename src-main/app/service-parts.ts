import type { PasswordCost } from '../core/access/password-hash.ts';
import type { Derive } from '../core/derivation.ts';
import type { LibraryId } from '../core/library/library-id.ts';
import type { EventSink, Ids, Ports, RunningClock } from '../engine/ports.ts';
import type { DamagedPack } from '../store/damaged-files.ts';
import type { HeadJournal } from '../store/head-journal.ts';
import type { ObjectName, ObjectStore } from '../store/objects/object-store.ts';
import type { PartialFiles } from '../store/partial-files.ts';
import type { Tables } from '../store/sqlite/tables.ts';
import type { MakeThumbnail } from '../usecases/files/thumbnails.ts';
import type { HeartbeatDependencies } from '../usecases/upkeep/heartbeat.ts';

/** What the services are built on. */
export interface ServiceParts {
  readonly tables: Tables;
  readonly objects: ObjectStore;
  readonly journal: HeadJournal;
  readonly folderActivity: Ports['folderActivity'];
  /** Absent: that of the tables. */
  readonly databaseFaults?: Tables['databaseFaults'];
  /** Objects of a library whose recorded file is missing. Absent: objects are not in files. */
  readonly missingFiles?: (id: LibraryId) => Promise<readonly ObjectName[]>;
  /** Packs of a library with a wrong header. Absent: objects are not in packs. */
  readonly damagedPacks?: (id: LibraryId) => Promise<readonly DamagedPack[]>;
  /** What the heartbeat reads, and from where. Absent: nothing. */
  readonly heartbeatOf?: Pick<HeartbeatDependencies, 'stored' | 'dataFolder'>;
  /** Absent: files are uploaded in one request. */
  readonly partialFiles?: PartialFiles;
  /** Absent: there are no thumbnails. */
  readonly makeThumbnail?: MakeThumbnail;
  readonly clock: RunningClock;
  readonly ids: Ids;
  readonly events: EventSink;
  /** Key of tokens and cursors. */
  readonly secret: Uint8Array;
  readonly passwordCost: PasswordCost;
  /** For passwords of accounts and links. */
  readonly derive: Derive;
  readonly deriveForLibraries: Derive;
}
