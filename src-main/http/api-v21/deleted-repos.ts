import type { FastifyInstance } from 'fastify';
import { parseLibraryId, required } from '../present/parse-fields.ts';
import { v21DeletedLibrary } from '../present/v21-libraries.ts';
import { bodyOf, callerOf, LIBRARY, libraryIdOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

const PATH = '/deleted-repos/';

const RESTORE_ERRORS = {
  'argument-missing': 'repo_id can not be empty.',
  'deleted-library-not-found': { status: 400, text: 'Library does not exist in trash.' },
} as const;

/** The caller's own deleted libraries. */
export function deletedRepoRoutes(app: FastifyInstance, { deletedLibraries, people }: HttpServices): void {
  app.get(PATH, async (request) => {
    const caller = callerOf(request);
    const contactEmail = people.contactEmail(caller.email);
    return deletedLibraries.listOwn(caller).map((view) => v21DeletedLibrary(view, contactEmail));
  });

  app.post(PATH, { config: { errors: RESTORE_ERRORS } }, async (request) => {
    const id = parseLibraryId(required(bodyOf(request), 'repo_id'), 'repo_id');
    await deletedLibraries.restore(callerOf(request), id);
    return { success: true };
  });

  app.delete(PATH, async (request) => {
    await deletedLibraries.purgeOwn(callerOf(request));
    return { success: true };
  });

  app.delete(`${PATH}${LIBRARY}/`, async (request) => {
    await deletedLibraries.purge(callerOf(request), libraryIdOf(request));
    return { success: true };
  });
}
