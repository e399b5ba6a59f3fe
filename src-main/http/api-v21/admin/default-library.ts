import type { FastifyInstance } from 'fastify';
import type { Fields } from '../../declared-fields.ts';
import { required } from '../../present/parse-fields.ts';
import { callerOf, fieldsOf } from '../../request-context.ts';
import type { HttpServices } from '../../services.ts';

const PATH = '/default-library/';

/** The default library of another user. */
export function defaultLibraryRoutes(app: FastifyInstance, { accounts, libraries }: HttpServices): void {
  app.get(PATH, async (request) => {
    const owner = accounts.findUser(callerOf(request), emailIn(fieldsOf(request)));
    return present(owner.email, libraries.defaultLibrary(owner));
  });

  app.post(PATH, async (request) => {
    const owner = accounts.findUser(callerOf(request), emailIn(fieldsOf(request)));
    return present(owner.email, await libraries.ensureDefaultLibrary(owner));
  });
}

function emailIn(fields: Fields): string {
  return required(fields, 'user_email');
}

function present(email: string, id: string | null) {
  return { user_email: email, exists: id !== null, ...(id === null ? {} : { repo_id: id }) };
}
