import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import type { ErrorOverrides } from '../error-wording.ts';
import { parseLibraryTypes } from '../present/library-kinds.ts';
import { v21Library, v21LibraryItem } from '../present/v21-libraries.ts';
import { callerOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

const PATH = `/repos/${LIBRARY}/`;

/** What is to be gone and is not there is no error here. */
const DELETE_ERRORS: ErrorOverrides = {
  'library-not-found': { status: 200, text: 'success', body: { success: true } },
};

export function repoRoutes(app: FastifyInstance, { libraries }: HttpServices): void {
  app.get('/repos/', async (request) => {
    const views = libraries.list(callerOf(request), {
      kinds: parseLibraryTypes(queryOf(request).list('type')),
    });
    return { repos: views.map((view) => v21LibraryItem(view, originOf(request))) };
  });

  app.get(PATH, async (request) =>
    v21Library(libraries.find(callerOf(request), libraryIdOf(request)), originOf(request)),
  );

  app.delete(PATH, { config: { errors: DELETE_ERRORS } }, async (request) => {
    const { library } = libraries.find(callerOf(request), libraryIdOf(request));
    // The older call deletes read-only libraries, this one does not.
    if (library.status === 'read-only') throw new DomainError('library-read-only', { value: library.id });
    await libraries.remove(callerOf(request), library.id);
    return 'success';
  });
}
