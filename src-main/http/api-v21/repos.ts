import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import type { ListedLibrary } from '../../usecases/libraries/library-listing.ts';
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

export function repoRoutes(app: FastifyInstance, services: HttpServices): void {
  const { libraries, listing, shares, passwords, stars } = services;
  app.get('/repos/', async (request) => {
    const rows = listing.places(callerOf(request), {
      kinds: parseLibraryTypes(queryOf(request).list('type')),
    });
    const starred = stars.libraries(callerOf(request));
    const isStarred = ({ view }: ListedLibrary) => starred.has(view.library.id);
    return { repos: rows.map((row) => v21LibraryItem(row, originOf(request), isStarred(row))) };
  });

  app.get(PATH, async (request) => {
    const view = libraries.find(callerOf(request), libraryIdOf(request));
    const isSharedOut = shares.isSharedOut(view.library.id);
    const isLocked = passwords.isLockedFor(callerOf(request), view.library);
    return v21Library(view, { isSharedOut, isLocked }, originOf(request));
  });

  app.delete(PATH, { config: { errors: DELETE_ERRORS } }, async (request) => {
    const { library } = libraries.find(callerOf(request), libraryIdOf(request));
    // The older call deletes read-only libraries, this one does not.
    if (library.status === 'read-only') throw new DomainError('library-read-only', { value: library.id });
    await libraries.remove(callerOf(request), library.id);
    return 'success';
  });
}
