import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { parseLibraryId, parsePage } from '../declared-fields.ts';
import type { ErrorOverrides } from '../error-wording.ts';
import { NAME_ERRORS, parseOwnName, userItem } from '../present/accounts.ts';
import { activityItem } from '../present/commits.ts';
import { requiredPath } from '../present/item-requests.ts';
import { starredItem } from '../present/items.ts';
import { nameFilter, searchFileRows } from '../present/search.ts';
import { bodyOf, callerOf, fieldsOf, queryOf, untilGone } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

const USER = '/user/';

const USER_ERRORS: ErrorOverrides = { ...NAME_ERRORS, 'permission-denied': 'Feature disabled.' };

const STARRED_ITEMS = '/starred-items/';

const STAR_ERRORS: ErrorOverrides = {
  'item-not-found': { status: 404, text: ({ value }) => `Item ${value} not found.` },
};

/** This listing has no pages on the wire. */
const MOST_FOUND = 1000;

const NOTIFICATIONS = '/notifications/';

/** The caller, and what is theirs. */
export function accountRoutes(
  app: FastifyInstance,
  {
    accounts: { accounts },
    files: { stars, search },
    access: { people },
    history: { activities },
  }: HttpServices,
): void {
  // The caller's own account.
  const present = (request: FastifyRequest) => {
    const { email } = callerOf(request);
    const profile = accounts.profile(email);
    if (profile === null) throw new DomainError('user-not-found', { value: email });
    return userItem(profile);
  };

  app.get(USER, async (request) => present(request));

  app.put(USER, { config: { errors: USER_ERRORS } }, async (request) => {
    const name = parseOwnName(bodyOf(request), present(request));
    if (name !== undefined) accounts.updateOwnName(callerOf(request), name);
    return present(request);
  });

  // Libraries, folders and files that the caller has starred.
  app.get(STARRED_ITEMS, async (request) => {
    const caller = callerOf(request);
    const items = await stars.list(caller);
    return { starred_item_list: items.map((item) => starredItem(item, caller.email, people)) };
  });

  app.post(STARRED_ITEMS, { config: { errors: STAR_ERRORS } }, async (request) => {
    const caller = callerOf(request);
    const libraryId = parseLibraryId(fieldsOf(request).text('repo_id'), 'repo_id');
    const path = requiredPath(fieldsOf(request), 'path');
    return starredItem(await stars.add(caller, libraryId, path), caller.email, people);
  });

  app.delete(STARRED_ITEMS, async (request) => {
    const libraryId = parseLibraryId(fieldsOf(request).text('repo_id'), 'repo_id');
    stars.remove(callerOf(request), libraryId, requiredPath(fieldsOf(request), 'path'));
    return { success: true };
  });

  // Items of one library by name.
  app.get('/search-file/', async (request, reply) => {
    const libraryId = parseLibraryId(queryOf(request).text('repo_id'), 'repo_id');
    const filter = nameFilter(queryOf(request).requiredWords('q'));
    const { hits } = await search.find(callerOf(request), {
      ...{ scope: { libraryId, path: '/' }, filter },
      ...{ skip: 0, limit: MOST_FOUND, signal: untilGone(reply) },
    });
    return { data: searchFileRows(hits) };
  });

  // What happened lately in the libraries that the caller reaches.
  app.get('/activities/', async (request) => {
    const { page, perPage } = parsePage(queryOf(request));
    const wanted = { skip: (page - 1) * perPage, limit: perPage };
    const found = await activities.page(callerOf(request), wanted);
    return { events: found.map((activity) => activityItem(activity, originOf(request))) };
  });

  // There are none to show, to mark as seen or to remove.
  app.get(NOTIFICATIONS, async () => ({ unseen_count: 0, notification_list: [], count: 0 }));
  app.put(NOTIFICATIONS, async () => ({ success: true }));
  app.delete(NOTIFICATIONS, async () => ({ success: true }));
}
