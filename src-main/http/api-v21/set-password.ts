import type { FastifyInstance } from 'fastify';
import { required } from '../present/parse-fields.ts';
import { bodyOf, callerOf, LIBRARY, libraryIdOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

const PATH = `/repos/${LIBRARY}/set-password/`;

const CHANGE_ERRORS = { 'password-wrong': { status: 403, text: 'Wrong old password' } } as const;

export function setPasswordRoutes(app: FastifyInstance, { passwords }: HttpServices): void {
  app.post(PATH, async (request) => {
    const password = required(bodyOf(request), 'password');
    await passwords.unlockEncrypted(callerOf(request), libraryIdOf(request), password);
    return { success: true };
  });

  app.put(PATH, { config: { errors: CHANGE_ERRORS } }, async (request) => {
    const from = required(bodyOf(request), 'old_password');
    const to = required(bodyOf(request), 'new_password');
    await passwords.change(callerOf(request), libraryIdOf(request), { from, to });
    return { success: true };
  });
}
