import type { FastifyRequest } from 'fastify';
import type { User } from '../../../core/access/user.ts';
import { adminUser } from '../../present/users.ts';
import { callerOf } from '../../request-context.ts';
import { originOf } from '../../request-guards.ts';
import type { HttpServices } from '../../services.ts';

/** Puts users into wire shape, with what their libraries take up. */
export function userPresenter({ adminLibraries }: Pick<HttpServices, 'adminLibraries'>) {
  return (request: FastifyRequest, user: User) => {
    const owned = adminLibraries.filter(callerOf(request), { owner: { kind: 'user', email: user.email } });
    const usedBytes = owned.reduce((sum, { library }) => sum + library.sizeBytes, 0);
    return adminUser(user, usedBytes, originOf(request));
  };
}
