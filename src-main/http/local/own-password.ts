import type { FastifyInstance } from 'fastify';
import type { ChangedPasswordJson, OwnPasswordJson } from '../../../src-shared/own-password-api.ts';
import { required } from '../present/parse-fields.ts';
import { bodyOf, callerOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

/** The password of the caller. */
export function ownPasswordRoutes(app: FastifyInstance, { accounts }: HttpServices): void {
  app.get(
    '/account/password/',
    async (request): Promise<OwnPasswordJson> => ({ is_set: accounts.hasPassword(callerOf(request)) }),
  );

  app.put('/account/password/', async (request): Promise<ChangedPasswordJson> => {
    const body = bodyOf(request);
    return await accounts.changePassword(callerOf(request), {
      currentPassword: body.text('current_password') ?? '',
      newPassword: required(body, 'new_password'),
      address: request.ip,
      token: request.token ?? '',
    });
  });
}
