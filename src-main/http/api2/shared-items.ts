import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ShareRights } from '../../core/access/effective-access.ts';
import { DomainError } from '../../core/errors.ts';
import type { ErrorOverrides } from '../error-wording.ts';
import { failedGroup, failedUser } from '../present/failed-shares.ts';
import { optional } from '../present/parse-fields.ts';
import {
  namesIn,
  parseSharedEmail,
  parseSharedGroup,
  parseShareRights,
  parseShareTarget,
  type ShareTarget,
  sharedGroup,
  sharedGroupId,
  sharedUser,
} from '../present/shares.ts';
import { callerOf, fieldsOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

const PATH = `/repos/${LIBRARY}/dir/shared_items/`;

const ERRORS: ErrorOverrides = {
  'path-invalid': { status: 400, text: 'Only whole libraries can be shared, not folders of them.' },
  'argument-invalid': {
    status: 400,
    text: ({ field = 'argument', value }) => `${field}${value === undefined ? '' : ` ${value}`} invalid.`,
  },
  'group-not-found': { status: 404, text: ({ value }) => `Group ${value ?? ''} not found` },
};

/** With whom a library is shared. Folders of it cannot be shared. */
export function sharedItemRoutes(app: FastifyInstance, { shares, people }: HttpServices): void {
  const context = (request: FastifyRequest) => ({ people, origin: originOf(request) });

  app.get(PATH, { config: { errors: ERRORS } }, async (request) => {
    const id = wholeLibrary(request);
    const wanted = optional(queryOf(request), 'share_type')?.split(',') ?? ['user', 'group'];
    const { users, groups } = shares.sharesOf(callerOf(request), id);
    return [
      ...(wanted.includes('user') ? users : []).map((share) => sharedUser(share, context(request))),
      ...(wanted.includes('group') ? groups : []).map((share) => sharedGroup(share, context(request))),
    ];
  });

  app.put(PATH, { config: { errors: ERRORS } }, async (request) => {
    shares.requireLibrary(libraryIdOf(request));
    const fields = fieldsOf(request);
    const target = parseShareTarget(fields.text('share_type'));
    const rights = parseShareRights(optional(fields, 'permission') ?? 'r');
    const id = wholeLibrary(request);
    const shared = target === 'user' ? shareWithUsers(request, rights) : shareWithGroups(request, rights);
    return { ...shared, virtual_repo_id: id };
  });

  app.post(PATH, { config: { errors: ERRORS } }, async (request) => {
    const to = receiver(request);
    const rights = parseShareRights(fieldsOf(request).text('permission'));
    const subject = [callerOf(request), wholeLibrary(request)] as const;
    if ('email' in to) shares.changeUserShare(...subject, { ...rights, ...to });
    else shares.changeGroupShare(...subject, { ...rights, ...to });
    return { success: true };
  });

  app.delete(PATH, { config: { errors: ERRORS } }, async (request) => {
    const to = receiver(request);
    const subject = [callerOf(request), wholeLibrary(request)] as const;
    if ('email' in to) shares.endUserShare(...subject, to.email);
    else shares.endGroupShare(...subject, to.groupId);
    return { success: true };
  });

  /** Users who can be given a share get it; what stands in the way of the others is listed. */
  function shareWithUsers(request: FastifyRequest, rights: ShareRights) {
    const emails = namesIn(fieldsOf(request), 'username');
    const given = { ...rights, emails };
    const { shared, refused } = shares.shareWithUsers(callerOf(request), libraryIdOf(request), given);
    return {
      success: shared.map((share) => sharedUser(share, context(request))),
      failed: refused.map(({ index, error }) => failedUser(emails[index] ?? '', error)),
    };
  }

  function shareWithGroups(request: FastifyRequest, rights: ShareRights) {
    const texts = namesIn(fieldsOf(request), 'group_id');
    const given = { ...rights, groupIds: texts.map(sharedGroupId) };
    const { shared, refused } = shares.shareWithGroups(callerOf(request), libraryIdOf(request), given);
    return {
      success: shared.map((share) => sharedGroup(share, context(request))),
      failed: refused.map(({ index, error }) => failedGroup(people)(texts[index] ?? '', error)),
    };
  }
}

/** @throws DomainError `path-invalid` when the request names a folder of it */
function wholeLibrary(request: FastifyRequest) {
  const path = optional(fieldsOf(request), 'p') ?? '/';
  if (path !== '/') throw new DomainError('path-invalid', { field: 'p', value: path });
  return libraryIdOf(request);
}

/** @throws DomainError `argument-invalid` */
function receiver(request: FastifyRequest): { email: string } | { groupId: number } {
  const fields = fieldsOf(request);
  const target: ShareTarget = parseShareTarget(fields.text('share_type'));
  return target === 'user'
    ? { email: parseSharedEmail(fields.text('username')) }
    : { groupId: parseSharedGroup(fields.text('group_id')) };
}
