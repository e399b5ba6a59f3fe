import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AdminGroupJson, AdminGroupMembersJson } from '../../../src-shared/admin-api.ts';
import { TOP_DEPARTMENT } from '../../core/access/group.ts';
import { DomainError } from '../../core/errors.ts';
import type { GroupView } from '../../usecases/sharing/departments.ts';
import { given } from '../declared-fields.ts';
import { adminGroupRow, adminUserRow, groupMember, parseUserUpdate } from '../present/admin.ts';
import { localContext, localLibrary } from '../present/local-libraries.ts';
import { decodeCursor, encodeCursor, parseOwner } from '../present/values.ts';
import { bodyOf, callerOf, groupIdOf, param, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

const PER_PAGE = 100;

/** The accounts of the server. Making one is `POST users/`. */
export function adminUserRoutes(app: FastifyInstance, services: HttpServices): void {
  const { accounts, accountList, userRemoval } = services.accounts;

  localRoute(app, 'GET admin/users/', async (request) => {
    const query = queryOf(request);
    const page = decodeCursor(query.text('cursor')) ?? 1;
    const wanted = { page, perPage: PER_PAGE };
    const { rows, totalCount } = accountList.page(callerOf(request), query.text('search') ?? '', wanted);
    return {
      users: rows.map(adminUserRow),
      total: totalCount,
      cursor: encodeCursor(page * PER_PAGE < totalCount ? page + 1 : null),
    };
  });

  localRoute(app, 'PATCH admin/users/:email/', async (request) => {
    const [caller, email] = [callerOf(request), param(request, 'email')];
    await accounts.updateUser(caller, email, parseUserUpdate(bodyOf(request)));
    return adminUserRow(accountList.find(caller, email));
  });

  localRoute(app, 'POST admin/users/:email/reset-password/', async (request) => {
    return { password: await accounts.resetPassword(callerOf(request), param(request, 'email')) };
  });

  localRoute(app, 'DELETE admin/users/:email/', async (request) => {
    const heir = queryOf(request).optional('transfer_to');
    const owner = heir === undefined ? null : parseOwner(heir, 'transfer_to');
    await userRemoval.remove(callerOf(request), param(request, 'email'), owner);
    return { success: true };
  });
}

/** Groups and departments of the server. */
export function adminGroupRoutes(app: FastifyInstance, services: HttpServices): void {
  const { departments, groupLibraries } = services.sharing;

  const row = (request: FastifyRequest, view: GroupView): AdminGroupJson =>
    adminGroupRow(view, groupLibraries.administered(callerOf(request), view.group.id).length);

  localRoute(app, 'GET admin/groups/', async (request) => {
    const query = queryOf(request);
    const page = decodeCursor(query.text('cursor')) ?? 1;
    const wanted = { page, perPage: PER_PAGE, text: query.text('search') ?? '' };
    const { groups, hasNextPage } = departments.listGroups(callerOf(request), wanted);
    return {
      groups: groups.map((view) => row(request, view)),
      cursor: encodeCursor(hasNextPage ? page + 1 : null),
    };
  });

  localRoute(app, 'POST admin/groups/', async (request) => {
    const caller = callerOf(request);
    const made = createGroup(services, request);
    return row(request, departments.findGroup(caller, made.id));
  });

  localRoute(app, 'PATCH admin/groups/:group_id/', async (request) => {
    const [caller, id] = [callerOf(request), groupIdOf(request)];
    departments.changeGroup(caller, id, { name: bodyOf(request).required('name') });
    return row(request, departments.findGroup(caller, id));
  });

  localRoute(app, 'DELETE admin/groups/:group_id/', async (request) => {
    departments.removeGroup(callerOf(request), groupIdOf(request));
    return { success: true };
  });

  localRoute(app, 'GET admin/groups/:group_id/libraries/', async (request) => {
    const caller = callerOf(request);
    const context = localContext(services, caller);
    const views = groupLibraries.administered(caller, groupIdOf(request));
    return { libraries: views.map((view) => localLibrary(view, context)) };
  });

  const all = (request: FastifyRequest): AdminGroupMembersJson => ({
    members: departments.listMembers(callerOf(request), groupIdOf(request)).map(groupMember),
  });

  localRoute(app, 'GET admin/groups/:group_id/members/', async (request) => all(request));

  localRoute(app, 'POST admin/groups/:group_id/members/', async (request) => {
    const emails = bodyOf(request)
      .list('email')
      .filter((email) => email !== '');
    if (emails.length === 0) throw new DomainError('argument-missing', { field: 'email' });
    const { failed } = departments.addMembers(callerOf(request), groupIdOf(request), emails);
    return { ...all(request), failed: failed.map(({ email, why }) => ({ email, reason: why })) };
  });

  localRoute(app, 'PATCH admin/groups/:group_id/members/:email/', async (request) => {
    const member = { email: param(request, 'email'), role: bodyOf(request).required('role') };
    departments.setMemberRole(callerOf(request), groupIdOf(request), member);
    return all(request);
  });

  localRoute(app, 'DELETE admin/groups/:group_id/members/:email/', async (request) => {
    departments.removeMember(callerOf(request), groupIdOf(request), param(request, 'email'));
    return all(request);
  });
}

function createGroup(
  { sharing: { departments } }: HttpServices,
  request: FastifyRequest,
): { readonly id: number } {
  const caller = callerOf(request);
  const body = bodyOf(request);
  const name = body.required('name');
  const owner = body.optional('owner');
  if (body.required('kind') === 'group')
    return departments.createGroup(caller, { name, ownerEmail: owner ?? caller.email });
  const parentGroupId = body.has('parent_id') ? body.requiredInteger('parent_id') : TOP_DEPARTMENT;
  return departments.createDepartment(caller, { name, parentGroupId, ...given({ adminEmail: owner }) });
}
