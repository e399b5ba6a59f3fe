import type { Check } from '../engine/objects/check.ts';
import { createGarbage, type Garbage, type GarbageDependencies } from '../usecases/upkeep/garbage.ts';
import { createHeartbeat } from '../usecases/upkeep/heartbeat.ts';
import { createItemSizes } from '../usecases/upkeep/item-sizes.ts';
import { Jobs } from '../usecases/upkeep/jobs.ts';
import { createLibraryStorage } from '../usecases/upkeep/library-storage.ts';
import { createServerSettings } from '../usecases/upkeep/server-settings.ts';
import { createServerStorage } from '../usecases/upkeep/server-storage.ts';
import type { Access } from './compose-access.ts';
import type { Engine } from './compose-engine.ts';
import type { ServiceParts } from './service-parts.ts';

type GarbageParts = Pick<ServiceParts, 'tables' | 'objects' | 'journal'>;
type GarbageEngine = Pick<GarbageDependencies, 'journalRecords' | 'changeLibrary' | 'retention'>;

export function composeGarbage({ tables, objects, journal }: GarbageParts, engine: GarbageEngine): Garbage {
  const { libraryTable, historyTable, trashTable, pinTable, folderNeeds, folderLibraryTable } = tables;
  return createGarbage({
    libraryTable,
    folderLibraryTable,
    historyTable,
    trashTable,
    pinTable,
    folderNeeds,
    objects,
    journal,
    journalRecords: engine.journalRecords,
    changeLibrary: engine.changeLibrary,
    retention: engine.retention,
  });
}

/** What keeps the disk of the server in order. */
export function composeUpkeep(parts: ServiceParts, engine: Engine, { access }: Access) {
  const { tables, objects, clock, ids, events } = parts;
  const { libraryTable, finishedJobs } = tables;
  const garbage = composeGarbage(parts, engine);
  const heartbeat = createHeartbeat({
    readRangeTable: tables.readRangeTable,
    libraryTable,
    objects,
    clock,
    events,
    ...(parts.heartbeatOf ?? { stored: { isEmpty: () => true, after: () => [] }, dataFolder: '' }),
  });
  const check: Check = async (options) => {
    const sinceSeconds = clock.nowSeconds();
    const report = await engine.check(options);
    if (options.full) heartbeat.wasRead(sinceSeconds);
    return report;
  };
  return {
    garbage,
    serverStorage: createServerStorage({ libraryTable, objects, clock, garbage }),
    ...composeLibraryStorage(parts, engine, { access }),
    heartbeat,
    jobs: new Jobs({ finishedJobs, check, garbage, clock, ids }),
    settings: createServerSettings({ serverSettings: tables.serverSettings, events }),
  };
}

/** What one library takes. */
function composeLibraryStorage(
  { tables, objects, clock }: Pick<ServiceParts, 'tables' | 'objects' | 'clock'>,
  { retention, reading, contents }: Pick<Engine, 'retention' | 'reading' | 'contents'>,
  { access }: Pick<Access, 'access'>,
) {
  const { libraryTable, historyTable, trashTable, pinTable, folderNeeds, folderLibraryTable } = tables;
  const state = { libraryTable, folderLibraryTable, historyTable, trashTable, pinTable, retention };
  const known = { historySizeTable: tables.historySizeTable, folderNeeds };
  return {
    libraryStorage: createLibraryStorage({ ...state, ...known, objects, clock, access }),
    itemSizes: createItemSizes({
      ...state,
      objects,
      clock,
      access,
      reading,
      folderSizes: contents.folderSizes,
    }),
  };
}
