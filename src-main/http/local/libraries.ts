import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import { checkNewPassword } from '../../core/library/new-password.ts';
import { nameOf, parentOf, parsePath } from '../../core/library/path.ts';
import { adminVisit, libraryOwners, parseAdminUpdate } from '../present/admin.ts';
import { parseLibraryKinds } from '../present/library-requests.ts';
import { entriesPage, localEntries, localEntry, parseEntriesRequest } from '../present/local-items.ts';
import {
  byDefaultThenName,
  chosenLibraries,
  localContext,
  localLibrary,
  parseLibraryUpdate,
} from '../present/local-libraries.ts';
import { decodeCursor, downloadUrl, encodeCursor, pageOf, parseOwner } from '../present/values.ts';
import { bodyOf, callerOf, libraryIdOf, queryOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

const PER_PAGE = 100;

const OWNERS_SHOWN = 20;

const VISITS_A_PAGE = 100;

/** Libraries of the caller. */
export function libraryRoutes(app: FastifyInstance, services: HttpServices): void {
  const { libraries, sampleLibraries } = services.libraries;
  const present = (request: FastifyRequest): LocalLibraryJson => {
    const view = libraries.find(callerOf(request), libraryIdOf(request));
    return localLibrary(view, localContext(services, callerOf(request)));
  };

  localRoute(app, 'GET libraries/', async (request) => {
    const caller = callerOf(request);
    const context = localContext(services, caller);
    const views = libraries.list(caller, { kinds: parseLibraryKinds(undefined) });
    const rows = views.map((view) => localLibrary(view, context)).sort(byDefaultThenName);
    return { libraries: rows, default_keep_days: libraries.defaultKeepDays() };
  });

  localRoute(app, 'POST libraries/', async (request) => {
    const body = bodyOf(request);
    const password = body.optional('password');
    if (password !== undefined) checkNewPassword(password);
    const { view } = await libraries.create(callerOf(request), {
      name: body.required('name'),
      description: body.text('description') ?? '',
      // Version 4 has its own salt, which makes guessing many passwords at once useless.
      ...(password === undefined ? {} : { password, encryptionVersion: 4, staysOpen: true }),
    });
    return localLibrary(view, localContext(services, callerOf(request)));
  });

  localRoute(app, 'POST sample-library/', async (request) => {
    const caller = callerOf(request);
    const made = await sampleLibraries.make(caller, bodyOf(request).optional('language') ?? 'en');
    return localLibrary(made, localContext(services, caller));
  });

  localRoute(app, 'GET libraries/:library_id/', async (request) => present(request));

  localRoute(app, 'PATCH libraries/:library_id/', async (request) => {
    const caller = callerOf(request);
    const { library } = libraries.find(caller, libraryIdOf(request));
    const { rename, keepDays } = parseLibraryUpdate(bodyOf(request), library);
    if (rename !== null) await libraries.rename(caller, library.id, rename);
    if (keepDays !== null) libraries.setRetention(caller, library.id, keepDays);
    return present(request);
  });

  localRoute(app, 'DELETE libraries/:library_id/', async (request) => {
    await libraries.remove(callerOf(request), libraryIdOf(request));
    return { success: true };
  });
}

/** What administrators do with libraries of any user. */
export function adminLibraryRoutes(app: FastifyInstance, services: HttpServices): void {
  const {
    libraries: { adminLibraries },
    accounts: { accounts },
    sharing: { departments },
  } = services;

  localRoute(app, 'GET admin/libraries/', async (request) => {
    const caller = callerOf(request);
    const query = queryOf(request);
    const start = decodeCursor(query.text('cursor')) ?? 0;
    const context = localContext(services, caller);
    const { libraries } = adminLibraries.search(caller, query.text('search') ?? '', null);
    const found = libraries.map((view) => localLibrary(view, context));
    const { rows, cursor } = pageOf(chosenLibraries(found, query), start, PER_PAGE);
    return { libraries: rows, cursor };
  });

  localRoute(app, 'POST admin/libraries/', async (request) => {
    const caller = callerOf(request);
    const body = bodyOf(request);
    const name = body.required('name');
    const owner = body.optional('owner');
    const made = await adminLibraries.create(caller, owner ? { name, owner: parseOwner(owner) } : { name });
    return localLibrary(made, localContext(services, caller));
  });

  localRoute(app, 'GET admin/libraries/:library_id/', async (request) => {
    const caller = callerOf(request);
    return localLibrary(adminLibraries.find(caller, libraryIdOf(request)), localContext(services, caller));
  });

  localRoute(app, 'PATCH admin/libraries/:library_id/', async (request) => {
    const caller = callerOf(request);
    const id = libraryIdOf(request);
    const { keepDays, ...update } = parseAdminUpdate(bodyOf(request));
    if (Object.keys(update).length > 0) await adminLibraries.update(caller, id, update);
    if (keepDays !== undefined) adminLibraries.setRetention(caller, id, keepDays);
    return localLibrary(adminLibraries.find(caller, id), localContext(services, caller));
  });

  localRoute(app, 'DELETE admin/libraries/:library_id/', async (request) => {
    await adminLibraries.remove(callerOf(request), libraryIdOf(request));
    return { success: true };
  });

  localRoute(app, 'GET admin/owners/', async (request) => {
    const caller = callerOf(request);
    const text = queryOf(request).text('search') ?? '';
    const { users } = accounts.searchUsers(caller, text, { page: 1, perPage: OWNERS_SHOWN });
    const found = departments.listDepartments(caller).filter(isNamedLike(text)).slice(0, OWNERS_SHOWN);
    return { owners: libraryOwners({ departments: found, users }) };
  });
}

/** What administrators see and do inside libraries of others, and what its owner sees of that. */
export function adminContentRoutes(
  app: FastifyInstance,
  { files: { adminContents }, access: { adminVisits, people }, accounts: { modifiers } }: HttpServices,
): void {
  localRoute(app, 'GET admin/libraries/:library_id/entries/', async (request) => {
    const [caller, id] = [callerOf(request), libraryIdOf(request)];
    const wanted = parseEntriesRequest(queryOf(request));
    const commitId = wanted.commitId ?? adminContents.open(caller, id).headId;
    const { dirents } = await adminContents.listAt(caller, id, commitId, wanted.path);
    return entriesPage(dirents, { ...wanted, commitId }, localEntries(modifiers.in(id)));
  });

  localRoute(app, 'POST admin/libraries/:library_id/folders/', async (request) => {
    const path = parsePath(bodyOf(request).required('path'));
    const wanted = { kind: 'dir', folder: parentOf(path), name: nameOf(path) } as const;
    const made = await adminContents.make(callerOf(request), libraryIdOf(request), wanted);
    return localEntry(made, modifiers.in(libraryIdOf(request)));
  });

  localRoute(app, 'DELETE admin/libraries/:library_id/entries/', async (request) => {
    const path = parsePath(queryOf(request).required('path'));
    await adminContents.remove(callerOf(request), libraryIdOf(request), path);
    return { success: true };
  });

  localRoute(app, 'POST admin/libraries/:library_id/download-link/', async (request) => {
    const path = parsePath(bodyOf(request).required('path'));
    const link = await adminContents.link(callerOf(request), libraryIdOf(request), path);
    return { url: downloadUrl(originOf(request), link) };
  });

  localRoute(app, 'GET libraries/:library_id/admin-visits/', async (request) => {
    const before = decodeCursor(queryOf(request).text('cursor')) ?? Number.MAX_SAFE_INTEGER;
    const wanted = { before, limit: VISITS_A_PAGE };
    const visits = adminVisits.page(callerOf(request), libraryIdOf(request), wanted);
    const last = visits.length === VISITS_A_PAGE ? visits.at(-1) : undefined;
    return {
      visits: visits.map((visit) => adminVisit(visit, people)),
      cursor: encodeCursor(last?.id ?? null),
    };
  });
}

function isNamedLike(text: string): (view: { readonly group: { readonly name: string } }) => boolean {
  const wanted = text.toLowerCase();
  return ({ group }) => group.name.toLowerCase().includes(wanted);
}
