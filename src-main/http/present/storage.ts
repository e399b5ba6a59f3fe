import type {
  LargestFileJson,
  LibraryBytesJson,
  RetentionPlanJson,
  SizedFolderJson,
} from '../../../src-shared/storage-api.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { LibraryBytes } from '../../engine/objects/measured-storage.ts';
import type { SizedDirent } from '../../engine/reading/folder-sizes.ts';
import type { LargestFile } from '../../engine/reading/largest-files.ts';
import type { SizedFolder } from '../../usecases/upkeep/item-sizes.ts';
import type { Measured, RetentionPlan } from '../../usecases/upkeep/library-storage.ts';

export function libraryBytes(
  id: LibraryId,
  { found, atSeconds, tookMs }: Measured<LibraryBytes>,
): LibraryBytesJson {
  return { library_id: id, ...found, measured_at: atSeconds, took_ms: tookMs };
}

export function retentionPlan(plan: RetentionPlan): RetentionPlanJson {
  return {
    keep_days: plan.keepDays,
    versions: plan.versions,
    removed_versions: plan.removedVersions,
    returned_versions: plan.returnedVersions,
    oldest_kept_at: plan.oldestKeptSeconds,
    removed_deletions: plan.removedDeletions,
    bytes: plan.bytes,
    later_bytes: plan.laterBytes,
    bytes_anyhow: plan.bytesAnyhow,
    waiting_for_clock: plan.isWaitingForClock,
  };
}

export function sizedFolder(path: string, { bytes, files, items, others }: SizedFolder): SizedFolderJson {
  return {
    ...{ path, bytes, files },
    items: items.map((item) => ({ ...sized(item), inside: item.inside.map(sized) })),
    ...{ other_items: others.items, other_bytes: others.bytes, other_files: others.files },
  };
}

function sized({ dirent, bytes, files }: SizedDirent) {
  return { name: dirent.name, is_dir: dirent.kind === 'dir', bytes, files };
}

export function largestFile({ path, sizeBytes, versions, hasMore, bytes }: LargestFile): LargestFileJson {
  return { path, size: sizeBytes, versions, has_more: hasMore, bytes };
}
