import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import type { ListedLibrary } from '../../usecases/libraries/library-listing.ts';
import { parseLibraryId } from '../declared-fields.ts';
import type { ErrorOverrides } from '../error-wording.ts';
import { v21DeletedLibrary, v21Library, v21LibraryItem } from '../present/libraries.ts';
import { parseLibraryTypes } from '../present/library-requests.ts';
import { bodyOf, callerOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

const REPO = `/repos/${LIBRARY}/`;

/** What is to be gone and is not there is no error here. */
const DELETE_ERRORS: ErrorOverrides = {
  'library-not-found': { status: 200, text: 'success', body: { success: true } },
};

const DELETED_REPOS = '/deleted-repos/';

const RESTORE_ERRORS = {
  'argument-missing': 'repo_id can not be empty.',
  'deleted-library-not-found': { status: 400, text: 'Library does not exist in trash.' },
} as const;

const SET_PASSWORD = `/repos/${LIBRARY}/set-password/`;

const CHANGE_ERRORS = { 'password-wrong': { status: 403, text: 'Wrong old password' } } as const;

/** Libraries, and those that the caller deleted. */
export function repoRoutes(
  app: FastifyInstance,
  {
    libraries: { libraries, passwords, deletedLibraries },
    access: { listing, people },
    sharing: { shares },
    files: { stars },
  }: HttpServices,
): void {
  app.get('/repos/', async (request) => {
    const rows = listing.places(callerOf(request), {
      kinds: parseLibraryTypes(queryOf(request).list('type')),
    });
    const starred = stars.libraries(callerOf(request));
    const isStarred = ({ view }: ListedLibrary) => starred.has(view.library.id);
    return { repos: rows.map((row) => v21LibraryItem(row, originOf(request), isStarred(row))) };
  });

  app.get(REPO, async (request) => {
    const view = libraries.find(callerOf(request), libraryIdOf(request));
    const isSharedOut = shares.isSharedOut(view.library.id);
    const isLocked = passwords.isLockedFor(callerOf(request), view.library);
    return v21Library(view, { isSharedOut, isLocked }, originOf(request));
  });

  app.delete(REPO, { config: { errors: DELETE_ERRORS } }, async (request) => {
    const { library } = libraries.find(callerOf(request), libraryIdOf(request));
    // The older call deletes read-only libraries, this one does not.
    if (library.status === 'read-only') throw new DomainError('library-read-only', { value: library.id });
    await libraries.remove(callerOf(request), library.id);
    return 'success';
  });

  app.post(SET_PASSWORD, async (request) => {
    const password = bodyOf(request).required('password');
    await passwords.unlockEncrypted(callerOf(request), libraryIdOf(request), password);
    return { success: true };
  });

  app.put(SET_PASSWORD, { config: { errors: CHANGE_ERRORS } }, async (request) => {
    const from = bodyOf(request).required('old_password');
    const to = bodyOf(request).required('new_password');
    await passwords.change(callerOf(request), libraryIdOf(request), { from, to });
    return { success: true };
  });

  // The caller's own deleted libraries.
  app.get(DELETED_REPOS, async (request) => {
    const caller = callerOf(request);
    const contactEmail = people.contactEmail(caller.email);
    return deletedLibraries.listOwn(caller).map((view) => v21DeletedLibrary(view, contactEmail));
  });

  app.post(DELETED_REPOS, { config: { errors: RESTORE_ERRORS } }, async (request) => {
    const id = parseLibraryId(bodyOf(request).required('repo_id'), 'repo_id');
    await deletedLibraries.restore(callerOf(request), id);
    return { success: true };
  });

  app.delete(DELETED_REPOS, async (request) => {
    await deletedLibraries.purgeOwn(callerOf(request));
    return { success: true };
  });

  app.delete(`${DELETED_REPOS}${LIBRARY}/`, async (request) => {
    await deletedLibraries.purge(callerOf(request), libraryIdOf(request));
    return { success: true };
  });
}
