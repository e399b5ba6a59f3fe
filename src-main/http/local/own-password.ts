import type { FastifyInstance } from 'fastify';
import { addressOf } from '../client-address.ts';
import type { HttpContext } from '../http-context.ts';
import { requireInPerson } from '../password-again.ts';
import { required } from '../present/parse-fields.ts';
import { bodyOf, callerOf } from '../request-context.ts';
import { localRoute } from './local-route.ts';

/** The password of the caller. */
export function ownPasswordRoutes(app: FastifyInstance, context: HttpContext): void {
  const { accounts } = context.services;
  localRoute(app, 'GET account/password/', async (request) => ({
    is_set: accounts.hasPassword(callerOf(request)),
  }));

  localRoute(app, 'PUT account/password/', async (request) => {
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
