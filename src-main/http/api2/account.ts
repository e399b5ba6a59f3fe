import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { accountInfo } from '../present/account.ts';
import { NAME_ERRORS } from '../present/account-name.ts';
import { optional } from '../present/parse-fields.ts';
import { bodyOf, callerOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

export function accountRoutes(app: FastifyInstance, { accounts, libraries }: HttpServices): void {
  const present = (request: FastifyRequest) => {
    const caller = callerOf(request);
    const profile = accounts.profile(caller.email);
    if (profile === null) throw new DomainError('user-not-found', { value: caller.email });
    const own = libraries.list(caller, { kinds: new Set(['mine']) });
    const usedBytes = own.reduce((sum, { library }) => sum + library.sizeBytes, 0);
    const quotaBytes = accounts.quotaBytes(caller.email);
    return accountInfo({
      profile,
      isAdmin: caller.isAdmin,
      quotaBytes,
      usedBytes,
      origin: originOf(request),
    });
  };

  app.get('/account/info/', async (request) => present(request));

  app.put('/account/info/', { config: { errors: NAME_ERRORS } }, async (request) => {
    const name = optional(bodyOf(request), 'name');
    if (name !== undefined) accounts.updateOwnName(callerOf(request), name);
    return present(request);
  });

  app.post('/logout-device/', async (request) => {
    accounts.signOut(request.token ?? '');
    return {};
  });
}
