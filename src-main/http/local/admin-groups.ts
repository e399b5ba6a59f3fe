import type { FastifyInstance, FastifyRequest } from 'fastify';
import type {
  AddedMembersJson,
  AdminGroupJson,
  AdminGroupMembersJson,
  AdminGroupsPageJson,
} from '../../../src-shared/admin-api.ts';
import type { LibrariesJson } from '../../../src-shared/libraries-api.ts';
import { TOP_DEPARTMENT } from '../../core/access/group.ts';
import { DomainError } from '../../core/errors.ts';
import type { GroupView } from '../../usecases/sharing/departments.ts';
import { adminGroupRow, groupMember, parseRole } from '../present/admin-people.ts';
import { decodeCursor, encodeCursor } from '../present/cursor.ts';
import { localContext, localLibrary } from '../present/local-libraries.ts';
import { optional, required, requiredInteger } from '../present/parse-fields.ts';
import { bodyOf, callerOf, GROUP, groupIdOf, param, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

const PATH = `/admin/groups/${GROUP}/`;
const MEMBERS = `${PATH}members/`;
const PER_PAGE = 100;
const config = { access: 'admin' } as const;

/** Groups and departments of the server. */
export function adminGroupRoutes(app: FastifyInstance, services: HttpServices): void {
  const { departments, groupLibraries } = services;
  const row = (request: FastifyRequest, view: GroupView): AdminGroupJson =>
    adminGroupRow(view, groupLibraries.administered(callerOf(request), view.group.id).length);

  app.get('/admin/groups/', { config }, async (request): Promise<AdminGroupsPageJson> => {
    const query = queryOf(request);
    const page = decodeCursor(query.text('cursor')) ?? 1;
    const wanted = { page, perPage: PER_PAGE, text: query.text('search') ?? '' };
    const { groups, hasNextPage } = departments.listGroups(callerOf(request), wanted);
    return {
      groups: groups.map((view) => row(request, view)),
      cursor: encodeCursor(hasNextPage ? page + 1 : null),
    };
  });

  app.post('/admin/groups/', { config }, async (request): Promise<AdminGroupJson> => {
    const caller = callerOf(request);
    const made = createGroup(services, request);
    return row(request, departments.findGroup(caller, made.id));
  });

  app.patch(PATH, { config }, async (request): Promise<AdminGroupJson> => {
    const [caller, id] = [callerOf(request), groupIdOf(request)];
    departments.changeGroup(caller, id, { name: required(bodyOf(request), 'name') });
    return row(request, departments.findGroup(caller, id));
  });

  app.delete(PATH, { config }, async (request) => {
    departments.removeGroup(callerOf(request), groupIdOf(request));
    return { success: true };
  });

  app.get(`${PATH}libraries/`, { config }, async (request): Promise<LibrariesJson> => {
    const caller = callerOf(request);
    const context = localContext(services, caller);
    const views = groupLibraries.administered(caller, groupIdOf(request));
    return { libraries: views.map((view) => localLibrary(view, context)) };
  });

  memberRoutes(app, services);
}

function memberRoutes(app: FastifyInstance, { departments }: HttpServices): void {
  const all = (request: FastifyRequest): AdminGroupMembersJson => ({
    members: departments.listMembers(callerOf(request), groupIdOf(request)).map(groupMember),
  });

  app.get(MEMBERS, { config }, async (request) => all(request));

  app.post(MEMBERS, { config }, async (request): Promise<AddedMembersJson> => {
    const emails = bodyOf(request)
      .list('email')
      .filter((email) => email !== '');
    if (emails.length === 0) throw new DomainError('argument-missing', { field: 'email' });
    const { failed } = departments.addMembers(callerOf(request), groupIdOf(request), emails);
    return { ...all(request), failed: failed.map(({ email, why }) => ({ email, reason: why })) };
  });

  app.patch(`${MEMBERS}:email/`, { config }, async (request) => {
    const member = { email: param(request, 'email'), role: parseRole(required(bodyOf(request), 'role')) };
    departments.setMemberRole(callerOf(request), groupIdOf(request), member);
    return all(request);
  });

  app.delete(`${MEMBERS}:email/`, { config }, async (request) => {
    departments.removeMember(callerOf(request), groupIdOf(request), param(request, 'email'));
    return all(request);
  });
}

function createGroup({ departments }: HttpServices, request: FastifyRequest): { readonly id: number } {
  const caller = callerOf(request);
  const body = bodyOf(request);
  const name = required(body, 'name');
  const owner = optional(body, 'owner');
  if (required(body, 'kind') === 'group')
    return departments.createGroup(caller, { name, ownerEmail: owner ?? caller.email });
  const parentGroupId = body.has('parent_id') ? requiredInteger(body, 'parent_id') : TOP_DEPARTMENT;
  return departments.createDepartment(caller, {
    name,
    parentGroupId,
    ...(owner === undefined ? {} : { adminEmail: owner }),
  });
}
