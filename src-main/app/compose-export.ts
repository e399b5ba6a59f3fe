import { createDisk } from '../folder/export/disk.ts';
import { createHistoryTarget } from '../folder/export/git-repository.ts';
import { createDiskRestores } from '../usecases/history/disk-restores.ts';
import { createHistoryExports, type HistoryExports } from '../usecases/history/history-exports.ts';
import type { Services } from './compose-services.ts';
import type { Store } from './store.ts';

interface ExportParts {
  readonly store: Pick<Store, 'tables' | 'objects'>;
  readonly services: Pick<Services, 'engine' | 'access' | 'upkeep'>;
  readonly dataDir: { readonly path: string };
}

export function composeHistoryExports({ store, services, dataDir }: ExportParts): HistoryExports {
  const { libraryTable, historyTable, pinTable } = store.tables;
  const { access, people } = services.access;
  const { garbage, jobs } = services.upkeep;
  return createHistoryExports({
    libraryTable,
    historyTable,
    pinTable,
    objects: store.objects,
    access,
    people,
    garbage,
    jobs,
    retention: services.engine.retention,
    target: createHistoryTarget({ dataDir: dataDir.path }),
  });
}

/** The disk of this computer, and what is restored to it. */
export function composeDisk({ files }: Services['files'], dataDir: ExportParts['dataDir']) {
  const disk = createDisk({ files, dataDir: dataDir.path });
  return { disk, diskRestores: createDiskRestores(disk) };
}
