import type { GarbageJson } from '../../../src-shared/upkeep-api.ts';
import type { CollectedGarbage, GarbagePlan } from '../../usecases/upkeep/garbage.ts';

/** What could be collected, as the UI and the command line read it. */
export function garbagePlan({ skipped, isWaitingForClock, ...found }: GarbagePlan): GarbageJson {
  return {
    ...{
      libraries: found.libraries,
      objects: found.objects,
      bytes: found.bytes,
      dry_run: true,
      removed_objects: 0,
      removed_bytes: 0,
      disk_bytes: 0,
    },
    skipped: skipped.map(({ libraryId, reason }) => ({ library_id: libraryId, reason })),
    waiting_for_clock: isWaitingForClock,
  };
}

/** What was collected. */
export function garbageReport(collected: CollectedGarbage): GarbageJson {
  return {
    ...garbagePlan(collected),
    dry_run: false,
    removed_objects: collected.removedObjects,
    removed_bytes: collected.removedBytes,
    disk_bytes: collected.diskBytes,
  };
}
