import type { FastifyInstance } from 'fastify';
import { accountJson } from '../present/local-accounts.ts';
import { optional, parseBoolean, required } from '../present/parse-fields.ts';
import { bodyOf, callerOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

/** The caller's own account, and what the command line makes for others. */
export function accountRoutes(app: FastifyInstance, { accounts, people }: HttpServices): void {
  localRoute(app, 'GET account/', async (request) => accountJson(people, callerOf(request)));

  localRoute(app, 'POST users/', async (request) => {
    const body = bodyOf(request);
    const user = await accounts.createUser(callerOf(request), {
      email: required(body, 'email'),
      password: required(body, 'password'),
      name: body.text('name') ?? '',
      isAdmin: parseBoolean(body, 'is_admin'),
    });
    return accountJson(people, user);
  });

  localRoute(app, 'POST tokens/', async (request) => {
    const body = bodyOf(request);
    const email = optional(body, 'email') ?? callerOf(request).email;
    const name = body.text('device');
    const device = name === undefined ? null : { name, platform: body.text('platform') ?? 'linux' };
    return { token: accounts.issueTokenOf(callerOf(request), email, device), email };
  });
}
