import type { FastifyInstance } from 'fastify';
import type { ErrorOverrides } from '../error-wording.ts';
import { requiredPath } from '../present/item-paths.ts';
import { parseLibraryId } from '../present/parse-fields.ts';
import { starredItem } from '../present/starred-items.ts';
import { callerOf, fieldsOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

const PATH = '/starred-items/';

const ERRORS: ErrorOverrides = {
  'item-not-found': { status: 404, text: ({ value }) => `Item ${value} not found.` },
};

/** Libraries, folders and files that the caller has starred. */
export function starredItemRoutes(app: FastifyInstance, { stars, people }: HttpServices): void {
  app.get(PATH, async (request) => {
    const caller = callerOf(request);
    const items = await stars.list(caller);
    return { starred_item_list: items.map((item) => starredItem(item, caller.email, people)) };
  });

  app.post(PATH, { config: { errors: ERRORS } }, async (request) => {
    const caller = callerOf(request);
    const libraryId = parseLibraryId(fieldsOf(request).text('repo_id'), 'repo_id');
    const path = requiredPath(fieldsOf(request), 'path');
    return starredItem(await stars.add(caller, libraryId, path), caller.email, people);
  });

  app.delete(PATH, async (request) => {
    const libraryId = parseLibraryId(fieldsOf(request).text('repo_id'), 'repo_id');
    stars.remove(callerOf(request), libraryId, requiredPath(fieldsOf(request), 'path'));
    return { success: true };
  });
}
