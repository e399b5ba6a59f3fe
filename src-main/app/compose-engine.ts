import { createLibraryEdits } from '../engine/edits/library-edits.ts';
import { createChangeLibrary } from '../engine/heads/change-library.ts';
import { createJournalRecords } from '../engine/heads/journal-records.ts';
import { createCheck } from '../engine/objects/check.ts';
import { createPendingStorage } from '../engine/objects/pending-storage.ts';
import { createStorageQuotas } from '../engine/objects/storage-quotas.ts';
import { createSyncObjects } from '../engine/objects/sync-objects.ts';
import { createFileVersions } from '../engine/reading/file-versions.ts';
import { HeavyReading } from '../engine/reading/heavy-reading.ts';
import { createLibraryContents } from '../engine/reading/library-contents.ts';
import { createRetentionClock } from '../engine/reading/retention.ts';
import { createSearchFollower } from '../engine/reading/search-follower.ts';
import type { ServiceParts } from './service-parts.ts';

/** The life of libraries, for all use cases. */
export type Engine = ReturnType<typeof composeEngine>;

export function composeEngine(parts: ServiceParts) {
  const { tables, objects, journal, clock, events } = parts;
  const reading = new HeavyReading();
  const quotas = createStorageQuotas(tables);
  const pending = createPendingStorage({ clock, quotas });
  const journalRecords = createJournalRecords({ ...tables, journal, clock });
  const changeLibrary = createChangeLibrary({
    ...tables,
    objects,
    journalRecords,
    clock,
    events,
    reading,
    quotas,
    pending,
  });
  const contents = createLibraryContents({ ...tables, objects, reading });
  const retention = createRetentionClock({ ...tables, clock });
  return {
    reading,
    quotas,
    pending,
    journalRecords,
    changeLibrary,
    contents,
    fileVersions: createFileVersions({ ...tables, objects, retention }),
    edits: createLibraryEdits({
      ...tables,
      objects,
      contents,
      changeLibrary,
      reading,
      retention,
      quotas,
      pending,
      clock,
    }),
    retention,
    syncObjects: createSyncObjects({ objects, pending }),
    searchFollower: createSearchFollower({ ...tables, objects }),
    check: composeCheck(parts),
  };
}

function composeCheck({ tables, objects, journal, ...parts }: ServiceParts) {
  return createCheck({
    ...tables,
    objects,
    journal,
    databaseFaults: parts.databaseFaults ?? tables.databaseFaults,
    missingFiles: parts.missingFiles,
    damagedPacks: parts.damagedPacks,
  });
}
