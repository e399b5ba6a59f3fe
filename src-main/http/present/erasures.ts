import type { ErasureJson, ErasurePlanJson, ErasuresJson } from '../../../src-shared/erasures-api.ts';
import { DomainError } from '../../core/errors.ts';
import { parsePath } from '../../core/library/path.ts';
import { isObjectId } from '../../core/objects/object-id.ts';
import { type ErasedItem, erasedAt } from '../../core/tree/erase.ts';
import { FORMER_NAMES_MAX } from '../../engine/reading/former-names.ts';
import type { Erasure, ErasureList, ErasurePreview } from '../../usecases/history/erasures.ts';
import type { Fields } from '../declared-fields.ts';

/** @throws DomainError `argument-missing`, `argument-invalid`, `path-invalid` */
export function parseErasedItem(body: Fields): ErasedItem {
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

export function presentErasurePlan(plan: ErasurePreview): ErasurePlanJson {
  return {
    library_name: plan.libraryName,
    former_names: plan.formerNames.map(({ path, untilSeconds, isTaken }) => {
      return { path, until: untilSeconds, is_taken: isTaken };
    }),
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

export function presentErasures({ isRewriting, failure, erasures }: ErasureList): ErasuresJson {
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
