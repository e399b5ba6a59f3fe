import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { parsePath } from '../../core/library/path.ts';
import type { CopyProgress } from '../../usecases/files/copy-tasks.ts';
import type { MoveRequest } from '../../usecases/files/item-moves.ts';
import { type Fields, parseLibraryId } from '../declared-fields.ts';
import { type ErrorOverrides, FOLDERS_WITH_SLASH, pathInvalid, worded } from '../error-wording.ts';
import { parseMoveRequest, parseNames, requiredPath } from '../present/item-requests.ts';
import { callerOf, fieldsOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

/** What is wrong with a copy or a move. */
const MOVE_ERRORS: ErrorOverrides = {
  ...FOLDERS_WITH_SLASH,
  'path-invalid': pathInvalid(({ field = 'path' }) => `${field} invalid.`),
  'library-locked': { status: 403, text: 'Library password is needed.', body: { lib_need_decrypt: true } },
};

const MODES: readonly MoveRequest['mode'][] = ['copy', 'move'];

const TASK = '/copy-move-task/';

const TASK_ERRORS: ErrorOverrides = {
  ...MOVE_ERRORS,
  'argument-invalid': worded(({ field, reason }) =>
    reason === 'same-place' ? 'Invalid destination path' : `${field ?? 'argument'} invalid.`,
  ),
};

const ZIP_TASK = `/repos/${LIBRARY}/zip-task/`;

const ZIP_ERRORS: ErrorOverrides = { 'path-invalid': 'dirents invalid.' };

/** Copying, moving and deleting items, one or several at once. */
export function itemTaskRoutes(
  app: FastifyInstance,
  { files: { libraryItems, itemMoves, copyTasks } }: HttpServices,
): void {
  // Several items of a folder at once.
  for (const mode of MODES) {
    app.post(`/repos/sync-batch-${mode}-item/`, { config: { errors: MOVE_ERRORS } }, async (request) => {
      const wanted = parseMoveRequest(fieldsOf(request), mode, 'src_dirents');
      const plan = await itemMoves.plan(callerOf(request), wanted);
      await plan.run();
      return { success: true };
    });

    app.post(`/repos/async-batch-${mode}-item/`, { config: { errors: MOVE_ERRORS } }, async (request) => {
      const wanted = parseMoveRequest(fieldsOf(request), mode, 'src_dirents');
      return { task_id: (await copyTasks.start(callerOf(request), wanted)) ?? '' };
    });
  }

  app.delete('/repos/batch-delete-item/', { config: { errors: MOVE_ERRORS } }, async (request) => {
    const fields = fieldsOf(request);
    const libraryId = parseLibraryId(fields.required('repo_id'), 'repo_id');
    const folder = requiredPath(fields, 'parent_dir');
    const names = parseNames(fields, 'dirents');
    const { previousId } = await libraryItems.removeSeveral(callerOf(request), libraryId, { folder, names });
    return { success: true, commit_id: previousId };
  });

  // One item, and how far its copying is.
  app.post(TASK, { config: { errors: TASK_ERRORS } }, async (request) => {
    const taskId = await copyTasks.start(callerOf(request), parseTaskRequest(fieldsOf(request)));
    return taskId === null ? {} : { task_id: taskId };
  });

  app.delete(TASK, async (request) => {
    copyTasks.cancel(callerOf(request), fieldsOf(request).required('task_id'));
    return { success: true };
  });

  app.get('/query-copy-move-progress/', async (request) =>
    presentProgress(copyTasks.progress(callerOf(request), queryOf(request).required('task_id'))),
  );
}

/** Packing items into an archive. */
export function zipTaskRoutes(app: FastifyInstance, { files: { zips } }: HttpServices): void {
  // Clients wait here until all is zipped and fetch it then; nothing has to be waited for.
  const prepare = async (request: FastifyRequest) => {
    const wanted = parseZipRequest(fieldsOf(request));
    const zip_token = await zips.prepare(callerOf(request), { libraryId: libraryIdOf(request), ...wanted });
    return { zip_token };
  };

  app.post(ZIP_TASK, { config: { errors: ZIP_ERRORS } }, prepare);

  // Older clients put the same fields into the query.
  app.get(ZIP_TASK, { config: { errors: ZIP_ERRORS }, exposeHeadRoute: false }, prepare);

  app.get('/query-zip-progress/', { config: { access: 'anonymous' } }, async (request) => {
    const { fileCount, isCanceled } = zips.progress(fieldsOf(request).required('token'));
    return {
      zipped: fileCount,
      total: fileCount,
      failed: 0,
      failed_reason: '',
      canceled: isCanceled ? 1 : 0,
    };
  });

  app.post('/cancel-zip-task/', { config: { access: 'anonymous' } }, async (request) => {
    zips.cancel(fieldsOf(request).required('token'));
    return { success: true };
  });
}

function presentProgress({ done, total, state, reason }: CopyProgress) {
  return {
    done,
    total,
    canceled: state === 'canceled',
    failed: state === 'failed',
    failed_reason: reason,
    successful: state === 'done',
  };
}

/** @throws DomainError `argument-missing`, `argument-invalid`, `path-invalid` */
function parseTaskRequest(fields: Fields): MoveRequest {
  const mode = fields.required('operation').toLowerCase();
  if (mode !== 'copy' && mode !== 'move') throw new DomainError('argument-invalid', { field: 'operation' });
  const kind = fields.required('dirent_type').toLowerCase();
  if (kind !== 'file' && kind !== 'dir') throw new DomainError('argument-invalid', { field: 'dirent_type' });
  const wanted = parseMoveRequest(fields, mode, 'src_dirent_name');
  const { from, to } = wanted;
  if (mode === 'move' && from.libraryId === to.libraryId && from.folder === to.folder)
    throw new DomainError('argument-invalid', { field: 'dst_parent_dir', reason: 'same-place' });
  return wanted;
}

/** @throws DomainError `argument-missing`, `argument-invalid`, `path-invalid` */
function parseZipRequest(fields: Fields): { parentDir: string; names: readonly string[] } {
  const parentDir = parseParentDir(fields.required('parent_dir'));
  const names = fields.list('dirents');
  const isWhole = names.length === 1 && names[0] === '/' && parentDir === '/';
  const areNames = names.length > 0 && names.every((name) => name !== '' && !name.includes('/'));
  if (!isWhole && !areNames) throw new DomainError('argument-invalid', { field: 'dirents' });
  return { parentDir, names: isWhole ? [''] : names };
}

function parseParentDir(text: string): string {
  try {
    return parsePath(text);
  } catch (cause) {
    throw new DomainError('argument-invalid', { field: 'parent_dir' }, cause);
  }
}
