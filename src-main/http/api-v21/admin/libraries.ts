import type { FastifyInstance } from 'fastify';
import { parsePage } from '../../declared-fields.ts';
import { UNKNOWN_OWNER } from '../../error-wording.ts';
import { adminDeletedLibrary, adminLibrary, pageInfo, searchedLibrary } from '../../present/admin.ts';
import { parseLibraryFilter, parseLibraryOrder, parseLibraryUpdate } from '../../present/library-requests.ts';
import { ownerId, parseOwner } from '../../present/values.ts';
import {
  bodyOf,
  callerOf,
  fieldsOf,
  GROUP,
  groupIdOf,
  LIBRARY,
  libraryIdOf,
  queryOf,
} from '../../request-context.ts';
import type { HttpServices } from '../../services.ts';

const LIBRARIES = '/libraries/';

const ONE = `/libraries/${LIBRARY}/`;

const HISTORY_LIMIT = `/libraries/${LIBRARY}/history-limit/`;

const DEFAULT_LIBRARY = '/default-library/';

const DELETED = '/trash-libraries/';

/** Purging what is not there is no error: what is asked for is so. */
const PURGE_ERRORS = {
  'deleted-library-not-found': { status: 200, text: 'success', body: { success: true } },
} as const;

const OWNED = `/groups/${GROUP}/group-owned-libraries/`;

/** Libraries of any user. */
export function libraryRoutes(app: FastifyInstance, { libraries: { adminLibraries } }: HttpServices): void {
  app.get(LIBRARIES, async (request) => {
    const query = queryOf(request);
    const order = parseLibraryOrder(query.text('order_by'));
    const { filter, echo } = parseLibraryFilter(query);
    if (filter !== null) {
      const found = filter === 'nobody' ? [] : adminLibraries.filter(callerOf(request), filter);
      return { ...echo, repos: found.map(adminLibrary) };
    }
    const page = parsePage(query);
    const { libraries, hasNextPage } = adminLibraries.list(callerOf(request), { ...page, order });
    return { page_info: pageInfo(page.page, hasNextPage), repos: libraries.map(adminLibrary) };
  });

  app.post(LIBRARIES, { config: { errors: UNKNOWN_OWNER } }, async (request) => {
    const body = bodyOf(request);
    const name = body.required('name');
    const ownerText = body.optional('owner');
    const owner = ownerText === undefined ? {} : { owner: parseOwner(ownerText) };
    return adminLibrary(await adminLibraries.create(callerOf(request), { name, ...owner }));
  });

  app.get('/search-library/', async (request) => {
    const query = queryOf(request);
    const text = query.requiredWords('query');
    // Without a page in the question, every match is answered.
    const page = query.has('page') || query.has('per_page') ? parsePage(query) : null;
    const { libraries, hasNextPage } = adminLibraries.search(callerOf(request), text, page);
    return { page_info: pageInfo(page?.page ?? 1, hasNextPage), repo_list: libraries.map(searchedLibrary) };
  });

  app.get(ONE, async (request) => adminLibrary(adminLibraries.find(callerOf(request), libraryIdOf(request))));

  app.put(ONE, { config: { errors: UNKNOWN_OWNER } }, async (request) => {
    const update = parseLibraryUpdate(bodyOf(request));
    return adminLibrary(await adminLibraries.update(callerOf(request), libraryIdOf(request), update));
  });

  app.delete(ONE, async (request) => {
    await adminLibraries.remove(callerOf(request), libraryIdOf(request));
    return { success: true };
  });

  app.get(HISTORY_LIMIT, async (request) => ({
    keep_days: adminLibraries.retention(callerOf(request), libraryIdOf(request)),
  }));

  app.put(HISTORY_LIMIT, async (request) => {
    // An unknown library is answered before what is wrong with the number.
    adminLibraries.retention(callerOf(request), libraryIdOf(request));
    const keepDays = bodyOf(request).requiredInteger('keep_days');
    return { keep_days: adminLibraries.setRetention(callerOf(request), libraryIdOf(request), keepDays) };
  });
}

/** The default library of another user. */
export function defaultLibraryRoutes(
  app: FastifyInstance,
  { accounts: { accounts }, libraries: { libraries } }: HttpServices,
): void {
  app.get(DEFAULT_LIBRARY, async (request) => {
    const owner = accounts.findUser(callerOf(request), fieldsOf(request).required('user_email'));
    return presentDefault(owner.email, libraries.defaultLibrary(owner));
  });

  app.post(DEFAULT_LIBRARY, async (request) => {
    const owner = accounts.findUser(callerOf(request), fieldsOf(request).required('user_email'));
    return presentDefault(owner.email, await libraries.ensureDefaultLibrary(owner));
  });
}

/** Libraries that belong to a department. */
export function departmentLibraryRoutes(
  app: FastifyInstance,
  { libraries: { adminLibraries }, sharing: { departments } }: HttpServices,
): void {
  app.get(`/groups/${GROUP}/libraries/`, async (request) => {
    const { group } = departments.findGroup(callerOf(request), groupIdOf(request));
    const owner = { kind: 'department', groupId: group.id } as const;
    return { libraries: adminLibraries.filter(callerOf(request), { owner }).map(adminLibrary) };
  });

  app.post(OWNED, async (request) => {
    const name = bodyOf(request).required('repo_name');
    const owner = { kind: 'department', groupId: groupIdOf(request) } as const;
    return adminLibrary(await adminLibraries.create(callerOf(request), { name, owner }));
  });

  app.delete(`${OWNED}${LIBRARY}/`, async (request) => {
    const { group } = departments.findGroup(callerOf(request), groupIdOf(request));
    const owner = { kind: 'department', groupId: group.id } as const;
    await adminLibraries.removeOf(callerOf(request), owner, libraryIdOf(request));
    return { success: true };
  });
}

/** Deleted libraries of any user. */
export function deletedLibraryRoutes(
  app: FastifyInstance,
  { libraries: { deletedLibraries } }: HttpServices,
): void {
  app.get(DELETED, async (request) => {
    const caller = callerOf(request);
    const ownerText = queryOf(request).optional('owner');
    if (ownerText !== undefined) {
      const owner = parseOwner(ownerText);
      const found = deletedLibraries.listOf(caller, owner).map(adminDeletedLibrary);
      return { search_owner: ownerId(owner), repos: found };
    }
    const page = parsePage(queryOf(request));
    const { libraries, hasNextPage } = deletedLibraries.list(caller, page);
    return { page_info: pageInfo(page.page, hasNextPage), repos: libraries.map(adminDeletedLibrary) };
  });

  app.delete(DELETED, async (request) => {
    const ownerText = fieldsOf(request).optional('owner');
    await deletedLibraries.purgeAll(
      callerOf(request),
      ownerText === undefined ? undefined : parseOwner(ownerText),
    );
    return { success: true };
  });

  app.put(`${DELETED}${LIBRARY}/`, async (request) => {
    await deletedLibraries.restore(callerOf(request), libraryIdOf(request));
    return { success: true };
  });

  app.delete(`${DELETED}${LIBRARY}/`, { config: { errors: PURGE_ERRORS } }, async (request) => {
    await deletedLibraries.purge(callerOf(request), libraryIdOf(request));
    return { success: true };
  });
}

function presentDefault(email: string, id: string | null) {
  return { user_email: email, exists: id !== null, ...(id === null ? {} : { repo_id: id }) };
}
