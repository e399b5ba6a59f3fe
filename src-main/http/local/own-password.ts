import type { FastifyInstance } from 'fastify';
import type { ChangedPasswordJson, OwnPasswordJson } from '../../../src-shared/session-api.ts';
import { addressOf } from '../client-address.ts';
import type { HttpContext } from '../http-context.ts';
import { requireInPerson } from '../password-again.ts';
import { required } from '../present/parse-fields.ts';
import { bodyOf, callerOf } from '../request-context.ts';

/** The password of the caller. */
export function ownPasswordRoutes(app: FastifyInstance, context: HttpContext): void {
  const { accounts } = context.services;
  app.get(
    '/account/password/',
    async (request): Promise<OwnPasswordJson> => ({ is_set: accounts.hasPassword(callerOf(request)) }),
  );

  app.put('/account/password/', async (request): Promise<ChangedPasswordJson> => {
    const body = bodyOf(request);
    // Else a stolen session would set the one that it is asked for.
    if (!accounts.hasPassword(callerOf(request))) requireInPerson(request, context);
    return await accounts.changePassword(callerOf(request), {
      currentPassword: body.text('current_password') ?? '',
      newPassword: required(body, 'new_password'),
      address: addressOf(request),
      token: request.token ?? '',
    });
  });
}
