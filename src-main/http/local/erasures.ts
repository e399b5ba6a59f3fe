import type { FastifyInstance } from 'fastify';
import type { ErasureJson, ErasurePlanJson, ErasuresJson } from '../../../src-shared/erasures-api.ts';
import { DomainError } from '../../core/errors.ts';
import { parsePath } from '../../core/library/path.ts';
import { isObjectId } from '../../core/objects/object-id.ts';
import { type ErasedItem, erasedAt } from '../../core/tree/erase.ts';
import { FORMER_NAMES_MAX } from '../../engine/reading/former-names.ts';
import type { Erasure, ErasureList, ErasurePreview } from '../../usecases/history/erasures.ts';
import type { Fields } from '../declared-fields.ts';
import { parseCommitId } from '../declared-fields.ts';
import { bodyOf, callerOf, libraryIdOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

/** Taking items out of all of a history. */
export function erasureRoutes(app: FastifyInstance, { history: { erasures } }: HttpServices): void {
  localRoute(app, 'GET libraries/:library_id/erasures/', async (request) =>
    presentErasures(erasures.list(callerOf(request), libraryIdOf(request))),
  );

  localRoute(app, 'POST libraries/:library_id/erasures/plan/', async (request) => {
    const item = parseErasedItem(bodyOf(request));
    return presentErasurePlan(await erasures.plan(callerOf(request), libraryIdOf(request), item));
  });

  localRoute(app, 'POST libraries/:library_id/erasures/', async (request) => {
    const body = bodyOf(request);
    const order = {
      item: parseErasedItem(body),
      onto: parseCommitId(body.required('head'), 'head'),
      libraryName: body.required('library_name'),
    };
    return presentErasures(erasures.start(callerOf(request), libraryIdOf(request), order));
  });
}

/** @throws DomainError `argument-missing`, `argument-invalid`, `path-invalid` */
function parseErasedItem(body: Fields): ErasedItem {
  const [path, objectId] = [body.optional('path'), body.optional('object_id')];
  const also = body.list('also');
  if (path !== undefined && objectId !== undefined)
    throw new DomainError('argument-invalid', { field: 'object_id', value: objectId });
  if (also.length > FORMER_NAMES_MAX || (also.length > 0 && path === undefined))
    throw new DomainError('argument-invalid', { field: 'also' });
  if (path !== undefined) return erasedAt([path, ...also].map(parsePath));
  if (objectId === undefined) throw new DomainError('argument-missing', { field: 'path' });
  if (!isObjectId(objectId))
    throw new DomainError('argument-invalid', { field: 'object_id', value: objectId });
  return { kind: 'file', id: objectId };
}

function presentErasurePlan(plan: ErasurePreview): ErasurePlanJson {
  return {
    library_name: plan.libraryName,
    former_names: plan.formerNames.names.map(({ path, untilSeconds, isTaken }) => {
      return { path, until: untilSeconds, is_taken: isTaken };
    }),
    has_more_names: plan.formerNames.hasMore,
    head: plan.headId,
    commits: plan.commits,
    holding: plan.holding,
    commit_ids: [...plan.commitIds],
    first_held_at: plan.firstHeldAtSeconds,
    last_held_at: plan.lastHeldAtSeconds,
    versions: plan.versions.map(({ path, id, sizeBytes }) => ({ path, object_id: id, size: sizeBytes })),
    version_count: plan.versionCount,
    bytes: plan.bytes,
    is_current: plan.isInHead,
    pins: [...plan.pins],
    trash_items: plan.trashItems,
    elsewhere: [...plan.elsewhere],
    folder_libraries: plan.folderLibraries.map(({ name, ends }) => ({ name, ends })),
    is_encrypted: plan.isEncrypted,
    linked_folders: [...plan.linkedFolders],
    links: plan.links,
    devices: plan.devices,
    has_backup: plan.hasBackup,
  };
}

function presentErasures({ isRewriting, failure, erasures }: ErasureList): ErasuresJson {
  return { is_rewriting: isRewriting, failure, erasures: erasures.map(presentErasure) };
}

function presentErasure({ result, ...erasure }: Erasure): ErasureJson {
  return {
    commit_id: erasure.commitId,
    erased_by: erasure.rewrittenBy,
    erased_by_name: erasure.rewrittenByName,
    erased_at: erasure.rewrittenAtSeconds,
    commits: erasure.commits,
    state: erasure.state,
    proof: result && {
      commits_read: result.commitsRead,
      holding: result.holding,
      removed_objects: result.removedObjects,
      removed_bytes: result.removedBytes,
      disk_bytes: result.diskBytes,
      ended_at: result.endedAtSeconds,
    },
  };
}
