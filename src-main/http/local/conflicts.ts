import type { FastifyInstance } from 'fastify';
import type { ConflictJson, ConflictSideJson, ConflictTextsJson } from '../../../src-shared/conflicts-api.ts';
import { DomainError } from '../../core/errors.ts';
import { joinPath, parentOf, parsePath } from '../../core/library/path.ts';
import type { ModifierOf } from '../../usecases/accounts/modifiers.ts';
import type { ConflictCopy } from '../../usecases/files/conflict-copies.ts';
import type { ConflictText, ConflictTexts } from '../../usecases/files/conflict-merges.ts';
import { bodyOf, callerOf, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

/** Files that both sides changed at once, and settling that. */
export function conflictRoutes(
  app: FastifyInstance,
  { files: { conflictCopies, conflictMerges }, accounts: { modifiers } }: HttpServices,
): void {
  localRoute(app, 'GET conflicts/', async (request) => {
    const copies = await conflictCopies.list(callerOf(request));
    return { conflicts: copies.map((copy) => localConflict(copy, modifiers.in(copy.library.id))) };
  });

  localRoute(app, 'POST libraries/:library_id/conflicts/resolve/', async (request) => {
    const body = bodyOf(request);
    const place = { libraryId: libraryIdOf(request), path: parsePath(body.required('path')) };
    const keep = body.required('keep');
    const made = await conflictCopies.resolve(callerOf(request), place, keep);
    return { path: made.path, commit_id: made.commitId, previous_commit_id: made.previousId };
  });

  localRoute(app, 'GET libraries/:library_id/conflicts/merge/', async (request) => {
    const place = { libraryId: libraryIdOf(request), path: parsePath(queryOf(request).required('path')) };
    return conflictTexts(await conflictMerges.open(callerOf(request), place));
  });

  localRoute(app, 'POST libraries/:library_id/conflicts/merge/', async (request) => {
    const body = bodyOf(request);
    // A list that was forgotten is not an empty one, which makes an empty file.
    if (!body.has('pieces')) throw new DomainError('argument-missing', { field: 'pieces' });
    const made = await conflictMerges.save(callerOf(request), {
      ...{ libraryId: libraryIdOf(request), path: parsePath(body.required('path')) },
      ...{ originalId: body.required('original_id'), copyId: body.required('copy_id') },
      pieces: body.list('pieces'),
    });
    return { path: made.path, commit_id: made.commitId };
  });
}

/** @param modifierOf of its library */
function localConflict(
  { library, path, name, file, madeOn, original }: ConflictCopy,
  modifierOf: ModifierOf,
): ConflictJson {
  return {
    library_id: library.id,
    library_name: library.name,
    commit_id: library.headId,
    path,
    original_path: joinPath(parentOf(path), name),
    copy: sideOf({ file, madeOn }, modifierOf),
    original: original && sideOf(original, modifierOf),
  };
}

function sideOf(
  { file, madeOn }: Pick<ConflictCopy, 'file' | 'madeOn'>,
  modifierOf: ModifierOf,
): ConflictSideJson {
  const { email, name } = modifierOf(file.modifier);
  return {
    ...{ size: file.sizeBytes, mtime: file.mtimeSeconds, modifier: email, modifier_name: name },
    ...{ device: madeOn.device, is_server: madeOn.isServer },
  };
}

function conflictTexts(texts: ConflictTexts): ConflictTextsJson {
  if ('obstacle' in texts) return { obstacle: texts.obstacle, original: null, copy: null, ancestor: null };
  const sideText = ({ file, text }: ConflictText) => ({ object_id: file.id, lines: [...text.lines] });
  const { original, copy, ancestor } = texts;
  return {
    ...{ obstacle: '', original: sideText(original), copy: sideText(copy) },
    ancestor: { time: ancestor.timeSeconds, lines: [...ancestor.text.lines] },
  };
}
