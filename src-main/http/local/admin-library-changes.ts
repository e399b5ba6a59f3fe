import type { FastifyInstance } from 'fastify';
import { libraryOwners, parseAdminUpdate } from '../present/admin-people.ts';
import { localContext, localLibrary } from '../present/local-libraries.ts';
import { parseOwner } from '../present/owner-id.ts';
import { optional, required } from '../present/parse-fields.ts';
import { bodyOf, callerOf, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

const OWNERS_SHOWN = 20;

/** What administrators do with libraries of any user. */
export function adminLibraryChangeRoutes(app: FastifyInstance, services: HttpServices): void {
  const { adminLibraries, accounts, departments } = services;

  localRoute(app, 'POST admin/libraries/', async (request) => {
    const caller = callerOf(request);
    const body = bodyOf(request);
    const name = required(body, 'name');
    const owner = optional(body, 'owner');
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

function isNamedLike(text: string): (view: { readonly group: { readonly name: string } }) => boolean {
  const wanted = text.toLowerCase();
  return ({ group }) => group.name.toLowerCase().includes(wanted);
}
