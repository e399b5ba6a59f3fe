import type { FastifyInstance } from 'fastify';
import { CODE_SECONDS } from '../../usecases/accounts/sign-in.ts';
import { addressOf } from '../client-address.ts';
import type { HttpContext } from '../http-context.ts';
import { accountJson } from '../present/local-accounts.ts';
import { optional, required } from '../present/parse-fields.ts';
import { bodyOf, callerOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import { localRoute } from './local-route.ts';

export function sessionRoutes(app: FastifyInstance, { services, config }: HttpContext): void {
  const { accounts, people } = services;
  localRoute(app, 'POST session/', async (request) => {
    const body = bodyOf(request);
    const code = optional(body, 'code');
    const session =
      code === undefined
        ? await accounts.signInSession({
            login: required(body, 'email'),
            password: required(body, 'password'),
            address: addressOf(request),
          })
        : accounts.signInWithCode(code);
    const bearer = accounts.callerOf(session.token);
    const isAdmin = typeof bearer === 'object' && bearer.caller.isAdmin;
    return { token: session.token, account: accountJson(people, { email: session.email, isAdmin }) };
  });

  localRoute(app, 'POST session/links/', async (request) => {
    const code = accounts.issueOwnSignInCode(request.token ?? '');
    const address = `${originOf(request)}/#/sign-in?code=${code}`;
    return { address, expires_in: CODE_SECONDS, is_desktop: config.isDesktop === true };
  });

  localRoute(app, 'POST session/password/', async (request) => {
    await accounts.givePassword(callerOf(request), {
      currentPassword: required(bodyOf(request), 'password'),
      address: addressOf(request),
      token: request.token ?? '',
    });
    return { success: true };
  });

  localRoute(app, 'DELETE session/', async (request) => {
    accounts.signOut(request.token ?? '');
    return { success: true };
  });
}
