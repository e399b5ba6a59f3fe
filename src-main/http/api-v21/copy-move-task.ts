import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import type { CopyProgress } from '../../usecases/files/copy-tasks.ts';
import type { ErrorOverrides } from '../error-wording.ts';
import { parseMoveRequest } from '../present/move-request.ts';
import { required } from '../present/parse-fields.ts';
import { callerOf, fieldsOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { MOVE_ERRORS } from './batch-items.ts';

const PATH = '/copy-move-task/';

const ERRORS: ErrorOverrides = {
  ...MOVE_ERRORS,
  'argument-invalid': {
    status: 400,
    text: ({ field, reason }) =>
      reason === 'same-place' ? 'Invalid destination path' : `${field ?? 'argument'} invalid.`,
  },
};

/** One item, and how far its copying is. */
export function copyMoveTaskRoutes(app: FastifyInstance, { copyTasks }: HttpServices): void {
  app.post(PATH, { config: { errors: ERRORS } }, async (request) => {
    const fields = fieldsOf(request);
    const mode = required(fields, 'operation').toLowerCase();
    if (mode !== 'copy' && mode !== 'move') throw new DomainError('argument-invalid', { field: 'operation' });
    const kind = required(fields, 'dirent_type').toLowerCase();
    if (kind !== 'file' && kind !== 'dir')
      throw new DomainError('argument-invalid', { field: 'dirent_type' });
    const wanted = parseMoveRequest(fields, mode, 'src_dirent_name');
    const { from, to } = wanted;
    if (mode === 'move' && from.libraryId === to.libraryId && from.folder === to.folder)
      throw new DomainError('argument-invalid', { field: 'dst_parent_dir', reason: 'same-place' });
    const taskId = await copyTasks.start(callerOf(request), wanted);
    return taskId === null ? {} : { task_id: taskId };
  });

  app.delete(PATH, async (request) => {
    copyTasks.cancel(callerOf(request), required(fieldsOf(request), 'task_id'));
    return { success: true };
  });

  app.get('/query-copy-move-progress/', async (request) =>
    presentProgress(copyTasks.progress(callerOf(request), required(queryOf(request), 'task_id'))),
  );
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
