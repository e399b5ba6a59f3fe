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

/** What the services stand on. */
export interface ServiceParts {
  readonly tables: Tables;
  readonly objects: ObjectStore;
  readonly journal: HeadJournal;
  readonly folderActivity: Ports['folderActivity'];
  /** Absent: as that of the tables. */
  readonly databaseFaults?: Tables['databaseFaults'];
  /** Objects of a library that are on record in a file which is not there. Absent: objects are not in files. */
  readonly missingFiles?: (id: LibraryId) => Promise<readonly ObjectName[]>;
  /** Packs of a library that do not begin as they should. Absent: objects are not in packs. */
  readonly damagedPacks?: (id: LibraryId) => Promise<readonly DamagedPack[]>;
  /** What of the store is read by and by, and where it is. Absent: nothing is. */
  readonly heartbeatOf?: Pick<HeartbeatDependencies, 'stored' | 'dataFolder'>;
  /** Absent: files come in one request. */
  readonly partialFiles?: PartialFiles;
  /** Absent: pictures are shown as what they are. */
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
