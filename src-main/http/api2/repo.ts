import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { libraryDetail } from '../present/library-items.ts';
import { optional } from '../present/parse-fields.ts';
import { bodyOf, callerOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

const PATH = `/repos/${LIBRARY}/`;

const READ_ERRORS = {
  'library-not-found': 'Library not found.',
  'permission-denied': 'You do not have permission to access this library.',
} as const;

const CHANGE_ERRORS = {
  'library-not-found': 'Library not found.',
  'permission-denied': 'You do not have permission to rename this library.',
  'password-wrong': 'Incorrect password',
} as const;

export function repoRoutes(app: FastifyInstance, { libraries, unlocked }: HttpServices): void {
  app.get(PATH, { config: { errors: READ_ERRORS } }, async (request) =>
    libraryDetail(libraries.find(callerOf(request), libraryIdOf(request))),
  );

  app.delete(PATH, async (request) => {
    await libraries.remove(callerOf(request), libraryIdOf(request));
    return 'success';
  });

  app.post(PATH, { config: { errors: CHANGE_ERRORS } }, async (request) => {
    const operation = optional(queryOf(request), 'op') ?? 'setpassword';
    if (operation === 'setpassword') return unlock(request);
    if (operation !== 'rename') return 'unsupported operation';
    // A missing name is left to the service to refuse: an unknown library is answered first.
    const name = bodyOf(request).text('repo_name') ?? '';
    const description = optional(bodyOf(request), 'repo_desc');
    const to = { name, ...(description === undefined ? {} : { description }) };
    await libraries.rename(callerOf(request), libraryIdOf(request), to);
    return 'success';
  });

  /** A password for a plain library changes nothing and pleases clients. */
  async function unlock(request: FastifyRequest): Promise<'success'> {
    const caller = callerOf(request);
    const { library } = libraries.find(caller, libraryIdOf(request));
    if (library.encryption === null) return 'success';
    const password = bodyOf(request).text('password') ?? '';
    if (password === '') throw new DomainError('library-locked', { value: library.id });
    await unlocked.unlockFor(caller, library, password);
    return 'success';
  }
}
