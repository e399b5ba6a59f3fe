import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ShareRights } from '../../core/access/effective-access.ts';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { parsePath } from '../../core/library/path.ts';
import { type ErrorOverrides, worded } from '../error-wording.ts';
import { personItem } from '../present/accounts.ts';
import { olderGroup } from '../present/groups.ts';
import {
  failedGroup,
  failedUser,
  namesIn,
  parseSharedEmail,
  parseSharedGroup,
  parseShareRights,
  parseShareTarget,
  receivedShare,
  type ShareTarget,
  sharedGroup,
  sharedGroupId,
  sharedUser,
} from '../present/shares.ts';
import { callerOf, fieldsOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

const SHARED_ITEMS = `/repos/${LIBRARY}/dir/shared_items/`;

const FOLDER_ERRORS: ErrorOverrides = {
  'path-invalid': { status: 400, text: 'p invalid.' },
  'not-a-folder': { status: 404, text: ({ value }) => `Folder ${value ?? ''} not found.` },
};

const SHARING_ERRORS: ErrorOverrides = {
  ...FOLDER_ERRORS,
  'library-encrypted': { status: 400, text: 'Folder invalid.' },
  'argument-invalid': worded(
    ({ field = 'argument', value }) => `${field}${value === undefined ? '' : ` ${value}`} invalid.`,
  ),
  'group-not-found': { status: 404, text: ({ value }) => `Group ${value ?? ''} not found` },
};

const LEAVING_ERRORS: ErrorOverrides = {
  'library-not-found': { status: 400, text: 'Library does not exist' },
  'argument-invalid': { status: 400, text: 'Invalid argument' },
  'share-not-found': { status: 404, text: 'This library is not shared with you.' },
};

/** As many as fit under a field that one types into. */
const MAX_FOUND = 10;

/** A folder as a library of its own, for clients that sync no more than that. */
export function folderLibraryRoutes(
  app: FastifyInstance,
  { sharing: { folderLibraries } }: HttpServices,
): void {
  app.get(`/repos/${LIBRARY}/dir/sub_repo/`, { config: { errors: FOLDER_ERRORS } }, async (request) => {
    const query = queryOf(request);
    const folder = { path: parsePath(query.required('p')), name: query.required('name') };
    return { sub_repo_id: await folderLibraries.open(callerOf(request), libraryIdOf(request), folder) };
  });
}

/** With whom a library is shared, or one folder of it. */
export function sharingRoutes(app: FastifyInstance, services: HttpServices): void {
  const { shares, folderLibraries } = services.sharing;
  const { people } = services.access;
  const context = (request: FastifyRequest) => ({ people, origin: originOf(request) });

  app.get(SHARED_ITEMS, { config: { errors: SHARING_ERRORS } }, async (request) => {
    const id = await folderLibraries.find(callerOf(request), libraryIdOf(request), pathIn(request));
    const wanted = queryOf(request).optional('share_type')?.split(',') ?? ['user', 'group'];
    if (id === null) return [];
    const { users, groups } = shares.sharesOf(callerOf(request), id);
    return [
      ...(wanted.includes('user') ? users : []).map((share) => sharedUser(share, context(request))),
      ...(wanted.includes('group') ? groups : []).map((share) => sharedGroup(share, context(request))),
    ];
  });

  app.put(SHARED_ITEMS, { config: { errors: SHARING_ERRORS } }, async (request) => {
    shares.requireLibrary(libraryIdOf(request));
    const fields = fieldsOf(request);
    const target = parseShareTarget(fields.text('share_type'));
    const rights = parseShareRights(fields.optional('permission') ?? 'r');
    const id = await folderLibraries.toShare(callerOf(request), libraryIdOf(request), pathIn(request));
    const shared = (target === 'user' ? shareWithUsers : shareWithGroups)(request, id, rights);
    return { ...shared, virtual_repo_id: id };
  });

  app.post(SHARED_ITEMS, { config: { errors: SHARING_ERRORS } }, async (request) => {
    const to = receiver(request);
    const rights = parseShareRights(fieldsOf(request).text('permission'));
    const subject = [callerOf(request), await sharedAs(request)] as const;
    if ('email' in to) shares.changeUserShare(...subject, { ...rights, ...to });
    else shares.changeGroupShare(...subject, { ...rights, ...to });
    return { success: true };
  });

  app.delete(SHARED_ITEMS, { config: { errors: SHARING_ERRORS } }, async (request) => {
    const to = receiver(request);
    const subject = [callerOf(request), await sharedAs(request)] as const;
    if ('email' in to) shares.endUserShare(...subject, to.email);
    else shares.endGroupShare(...subject, to.groupId);
    return { success: true };
  });

  /** @throws DomainError `share-not-found` for a folder that is no library of its own */
  async function sharedAs(request: FastifyRequest): Promise<LibraryId> {
    const path = pathIn(request);
    const id = await folderLibraries.find(callerOf(request), libraryIdOf(request), path);
    if (id === null) throw new DomainError('share-not-found', { value: path });
    return id;
  }

  /** Users who can be given a share get it; what stands in the way of the others is listed. */
  function shareWithUsers(request: FastifyRequest, id: LibraryId, rights: ShareRights) {
    const emails = namesIn(fieldsOf(request), 'username');
    const given = { ...rights, emails };
    const { shared, refused } = shares.shareWithUsers(callerOf(request), id, given);
    return {
      success: shared.map((share) => sharedUser(share, context(request))),
      failed: refused.map(({ index, error }) => failedUser(emails[index] ?? '', error)),
    };
  }

  function shareWithGroups(request: FastifyRequest, id: LibraryId, rights: ShareRights) {
    const texts = namesIn(fieldsOf(request), 'group_id');
    const given = { ...rights, groupIds: texts.map(sharedGroupId) };
    const { shared, refused } = shares.shareWithGroups(callerOf(request), id, given);
    return {
      success: shared.map((share) => sharedGroup(share, context(request))),
      failed: refused.map(({ index, error }) => failedGroup(people)(texts[index] ?? '', error)),
    };
  }
}

/** Libraries that others shared with the caller, and giving them up; people and groups to share with. */
export function receivedShareRoutes(app: FastifyInstance, services: HttpServices): void {
  const { shares, departments } = services.sharing;
  const { people } = services.access;

  app.get('/beshared-repos/', async (request) => shares.received(callerOf(request)).map(receivedShare));

  app.delete(`/beshared-repos/${LIBRARY}/`, { config: { errors: LEAVING_ERRORS } }, async (request) => {
    shares.requireLibrary(libraryIdOf(request));
    const fields = fieldsOf(request);
    // Who shares it is asked for by every client, and known here.
    const from = fields.optional('from');
    if (fields.text('share_type') !== 'personal' || from === undefined)
      throw new DomainError('argument-invalid', { field: 'share_type' });
    shares.leave(callerOf(request), libraryIdOf(request));
    return { success: true };
  });

  // People to share with.
  app.get('/search-user/', async (request) => {
    const text = queryOf(request).requiredWords('q');
    const withCaller = queryOf(request).boolean('include_self');
    const { email: own } = callerOf(request);
    const found = people.search(text, MAX_FOUND + 1).filter(({ email }) => withCaller || email !== own);
    return { users: found.slice(0, MAX_FOUND).map((person) => personItem(person, originOf(request))) };
  });

  // Groups of the caller in the older form. There are no discussions, so nothing is ever unread.
  app.get('/groups/', async (request) => {
    const groups = departments.listOwnGroups(callerOf(request)).map(olderGroup);
    return queryOf(request).boolean('with_msg') ? { groups, replynum: 0 } : groups;
  });
}

/** The folder that is shared; `/` is the whole library. @throws DomainError `path-invalid` */
function pathIn(request: FastifyRequest): string {
  return parsePath(fieldsOf(request).optional('p') ?? '/');
}

/** @throws DomainError `argument-invalid` */
function receiver(request: FastifyRequest): { email: string } | { groupId: number } {
  const fields = fieldsOf(request);
  const target: ShareTarget = parseShareTarget(fields.text('share_type'));
  return target === 'user'
    ? { email: parseSharedEmail(fields.text('username')) }
    : { groupId: parseSharedGroup(fields.text('group_id')) };
}
