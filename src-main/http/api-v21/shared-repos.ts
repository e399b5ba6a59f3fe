import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { optional } from '../present/parse-fields.ts';
import { givenShares, parseSharedEmail, parseSharedGroup, parseShareRights } from '../present/shares.ts';
import { callerOf, fieldsOf, LIBRARY, libraryIdOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

const PATH = `/shared-repos/${LIBRARY}/`;

/** Libraries of the caller that others have been given. */
export function sharedRepoRoutes(app: FastifyInstance, { shares, people }: HttpServices): void {
  app.get('/shared-repos/', async (request) => {
    const context = { people, origin: originOf(request) };
    return shares.given(callerOf(request)).flatMap((given) => givenShares(given, context));
  });

  app.put(PATH, async (request) => {
    const rights = parseShareRights(optional(fieldsOf(request), 'permission'));
    const subject = [callerOf(request), libraryIdOf(request)] as const;
    const to = receiver(request);
    if ('email' in to) shares.changeUserShare(...subject, { ...rights, ...to });
    else shares.changeGroupShare(...subject, { ...rights, ...to });
    return { success: true };
  });

  app.delete(PATH, async (request) => {
    const subject = [callerOf(request), libraryIdOf(request)] as const;
    const to = receiver(request);
    if ('email' in to) shares.endUserShare(...subject, to.email);
    else shares.endGroupShare(...subject, to.groupId);
    return { success: true };
  });
}

/** @throws DomainError `argument-invalid`; libraries are never shared with everybody here */
function receiver(request: FastifyRequest): { email: string } | { groupId: number } {
  const fields = fieldsOf(request);
  const type = fields.text('share_type');
  if (type === 'personal') return { email: parseSharedEmail(fields.text('user')) };
  if (type === 'group') return { groupId: parseSharedGroup(fields.text('group_id')) };
  throw new DomainError('argument-invalid', { field: 'share_type' });
}
