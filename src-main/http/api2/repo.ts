import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorOverrides } from '../error-wording.ts';
import { libraryDetail } from '../present/library-items.ts';
import { optional } from '../present/parse-fields.ts';
import { bodyOf, callerOf, fieldsOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

const PATH = `/repos/${LIBRARY}/`;

const READ_ERRORS = {
  'library-not-found': 'Library not found.',
  'permission-denied': 'You do not have permission to access this library.',
} as const;

/** By what was asked for; what says nothing of it is a rename. */
const DENIED: Readonly<Record<string, string>> = {
  password: 'You do not have permission to access this library.',
  magic: 'Permission denied.',
};

/** Real servers answer 440, 441 and 500 here; the last one is no fault of ours, so its words go out as a 400. */
const CHANGE_ERRORS: ErrorOverrides = {
  'library-not-found': 'Library not found.',
  'permission-denied': {
    status: 403,
    text: ({ field = '' }) => DENIED[field] ?? 'You do not have permission to rename this library.',
  },
  'argument-missing': { status: 441, text: 'Library password magic is needed.' },
  'password-wrong': {
    status: 400,
    text: ({ field }) => (field === 'magic' ? 'SearpcError:Incorrect password' : 'Incorrect password'),
  },
};

export function repoRoutes(app: FastifyInstance, { libraries, passwords }: HttpServices): void {
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
    if (operation === 'checkpassword') return checkMagic(request);
    if (operation !== 'rename') return 'unsupported operation';
    // A missing name is left to the service to refuse: an unknown library is answered first.
    const name = bodyOf(request).text('repo_name') ?? '';
    const description = optional(bodyOf(request), 'repo_desc');
    const to = { name, ...(description === undefined ? {} : { description }) };
    await libraries.rename(callerOf(request), libraryIdOf(request), to);
    return 'success';
  });

  async function unlock(request: FastifyRequest): Promise<'success'> {
    const password = bodyOf(request).text('password') ?? '';
    await passwords.unlock(callerOf(request), libraryIdOf(request), password);
    return 'success';
  }

  function checkMagic(request: FastifyRequest): 'success' {
    const magic = fieldsOf(request).text('magic') ?? '';
    passwords.checkMagic(callerOf(request), libraryIdOf(request), magic);
    return 'success';
  }
}
