import type { FastifyInstance } from 'fastify';
import type {
  LargestFileJson,
  LibraryBytesJson,
  RetentionPlanJson,
  SizedFolderJson,
} from '../../../src-shared/storage-api.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { parsePath } from '../../core/library/path.ts';
import type { LibraryBytes } from '../../engine/objects/measured-storage.ts';
import type { SizedDirent } from '../../engine/reading/folder-sizes.ts';
import type { LargestFile } from '../../engine/reading/largest-files.ts';
import type { SizedFolder } from '../../usecases/upkeep/item-sizes.ts';
import type { Measured, RetentionPlan } from '../../usecases/upkeep/library-storage.ts';
import { callerOf, libraryIdOf, queryOf, untilGone } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

/** What one library takes. */
export function storageRoutes(
  app: FastifyInstance,
  { upkeep: { libraryStorage, itemSizes } }: Pick<HttpServices, 'upkeep'>,
): void {
  localRoute(app, 'GET libraries/:library_id/storage/', async (request, reply) => {
    const id = libraryIdOf(request);
    const wanted = { isFresh: queryOf(request).boolean('fresh'), signal: untilGone(reply) };
    return libraryBytes(id, await libraryStorage.bytes(callerOf(request), id, wanted));
  });

  localRoute(app, 'GET libraries/:library_id/storage/retention/', async (request, reply) => {
    const wanted = { id: libraryIdOf(request), keepDays: queryOf(request).requiredInteger('keep_days') };
    return retentionPlan(await libraryStorage.retention(callerOf(request), wanted, untilGone(reply)));
  });

  localRoute(app, 'GET libraries/:library_id/storage/folder/', async (request, reply) => {
    const path = parsePath(queryOf(request).text('path') ?? '/');
    const id = libraryIdOf(request);
    return sizedFolder(path, await itemSizes.folder(callerOf(request), { id, path }, untilGone(reply)));
  });

  localRoute(app, 'GET libraries/:library_id/storage/largest/', async (request, reply) => {
    const files = await itemSizes.largest(callerOf(request), libraryIdOf(request), untilGone(reply));
    return { files: files.map(largestFile) };
  });

  localRoute(app, 'GET libraries/:library_id/storage/growth/', async (request, reply) => {
    const sizes = await itemSizes.growth(callerOf(request), libraryIdOf(request), untilGone(reply));
    return { sizes: sizes.map(({ atSeconds, ...size }) => ({ at: atSeconds, ...size })) };
  });
}

function libraryBytes(id: LibraryId, { found, atSeconds, tookMs }: Measured<LibraryBytes>): LibraryBytesJson {
  return { library_id: id, ...found, measured_at: atSeconds, took_ms: tookMs };
}

function retentionPlan(plan: RetentionPlan): RetentionPlanJson {
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

function sizedFolder(path: string, { bytes, files, items, others }: SizedFolder): SizedFolderJson {
  return {
    ...{ path, bytes, files },
    items: items.map((item) => ({ ...sized(item), inside: item.inside.map(sized) })),
    ...{ other_items: others.items, other_bytes: others.bytes, other_files: others.files },
  };
}

function sized({ dirent, bytes, files }: SizedDirent) {
  return { name: dirent.name, is_dir: dirent.kind === 'dir', bytes, files };
}

function largestFile({ path, sizeBytes, versions, hasMore, bytes }: LargestFile): LargestFileJson {
  return { path, size: sizeBytes, versions, has_more: hasMore, bytes };
}
