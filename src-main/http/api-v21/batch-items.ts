import type { FastifyInstance } from 'fastify';
import type { MoveRequest } from '../../usecases/files/item-moves.ts';
import { type ErrorOverrides, FOLDERS_WITH_SLASH, pathInvalid } from '../error-wording.ts';
import { requiredPath } from '../present/item-paths.ts';
import { parseMoveRequest, parseNames } from '../present/move-request.ts';
import { parseLibraryId, required } from '../present/parse-fields.ts';
import { callerOf, fieldsOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

/** What is wrong with a copy or a move. */
export const MOVE_ERRORS: ErrorOverrides = {
  ...FOLDERS_WITH_SLASH,
  'path-invalid': pathInvalid(({ field = 'path' }) => `${field} invalid.`),
  'library-locked': {
    status: 403,
    text: 'Library password is needed.',
    body: { lib_need_decrypt: true },
  },
};

const MODES: readonly MoveRequest['mode'][] = ['copy', 'move'];

/** Several items of a folder at once. */
export function batchItemRoutes(app: FastifyInstance, services: HttpServices): void {
  const { libraryItems, itemMoves, copyTasks } = services;

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
    const libraryId = parseLibraryId(required(fields, 'repo_id'), 'repo_id');
    const folder = requiredPath(fields, 'parent_dir');
    const names = parseNames(fields, 'dirents');
    const { previousId } = await libraryItems.removeSeveral(callerOf(request), libraryId, { folder, names });
    return { success: true, commit_id: previousId };
  });
}
