import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import type { LibraryView } from '../../services/library-access.ts';
import { libraryDetail } from '../present/library-items.ts';
import { optional } from '../present/parse-fields.ts';
import { bodyOf, callerOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

const PATH = `/repos/${LIBRARY}/`;

const READ_ERRORS = {
  'library-not-found': 'Library not found.',
  'permission-denied': 'You do not have permission to access this library.',
} as const;

const RENAME_ERRORS = {
  'library-not-found': 'Library not found.',
  'permission-denied': 'You do not have permission to rename this library.',
} as const;

export function repoRoutes(app: FastifyInstance, { libraries }: HttpServices): void {
  app.get(PATH, { config: { errors: READ_ERRORS } }, async (request) =>
    libraryDetail(libraries.find(callerOf(request), libraryIdOf(request))),
  );

  app.delete(PATH, async (request) => {
    await libraries.remove(callerOf(request), libraryIdOf(request));
    return 'success';
  });

  app.post(PATH, { config: { errors: RENAME_ERRORS } }, async (request) => {
    const operation = optional(queryOf(request), 'op') ?? 'setpassword';
    if (operation === 'setpassword')
      return presentUnlocked(libraries.find(callerOf(request), libraryIdOf(request)));
    if (operation !== 'rename') return 'unsupported operation';
    // A missing name is left to the service to refuse: an unknown library is answered first.
    const name = bodyOf(request).text('repo_name') ?? '';
    const description = optional(bodyOf(request), 'repo_desc');
    const to = { name, ...(description === undefined ? {} : { description }) };
    await libraries.rename(callerOf(request), libraryIdOf(request), to);
    return 'success';
  });
}

/** A password for a plain library changes nothing and pleases clients; the server opens no encrypted ones. */
function presentUnlocked({ library }: LibraryView): 'success' {
  if (library.encryption !== null) throw new DomainError('library-encrypted', { value: library.id });
  return 'success';
}
