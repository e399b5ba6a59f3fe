import type { FastifyInstance } from 'fastify';
import { TOP_DEPARTMENT } from '../../../core/access/group.ts';
import { DomainError } from '../../../core/errors.ts';
import type { GroupView } from '../../../usecases/sharing/departments.ts';
import { given, parsePage } from '../../declared-fields.ts';
import { pageInfo } from '../../present/admin.ts';
import {
  addressBookGroup,
  adminGroup,
  failedMember,
  GROUP_NAME_ERRORS,
  groupMember,
  parseGroupChange,
} from '../../present/groups.ts';
import { bodyOf, callerOf, GROUP, groupIdOf, param, queryOf } from '../../request-context.ts';
import { originOf } from '../../request-guards.ts';
import type { HttpServices } from '../../services.ts';

const MAX_FOUND = 1000;
const ONE_GROUP = `/groups/${GROUP}/`;

const MEMBERS = `/groups/${GROUP}/members/`;

const MEMBER = `${MEMBERS}:email/`;

const DEPARTMENTS = '/address-book/groups/';

const ONE_DEPARTMENT = `${DEPARTMENTS}${GROUP}/`;

/** Groups of any user. */
export function groupRoutes(
  app: FastifyInstance,
  { sharing: { departments }, access: { people } }: HttpServices,
): void {
  const present = (view: GroupView) => adminGroup(view, people.displayName(view.ownerEmail));

  app.get('/groups/', async (request) => {
    const page = parsePage(queryOf(request));
    const { groups, hasNextPage } = departments.listGroups(callerOf(request), page);
    return { page_info: pageInfo(page.page, hasNextPage), groups: groups.map(present) };
  });

  app.get('/search-group/', async (request) => {
    const text = queryOf(request).requiredWords('query');
    const { groups } = departments.listGroups(callerOf(request), { page: 1, perPage: MAX_FOUND, text });
    return { group_list: groups.map(present) };
  });

  app.post('/groups/', { config: { errors: GROUP_NAME_ERRORS } }, async (request, reply) => {
    const caller = callerOf(request);
    const name = bodyOf(request).text('group_name') ?? '';
    const ownerEmail = bodyOf(request).optional('group_owner') ?? caller.email;
    const { id } = departments.createGroup(caller, { name, ownerEmail });
    reply.code(201);
    return present(departments.findGroup(caller, id));
  });

  app.put(ONE_GROUP, { config: { errors: GROUP_NAME_ERRORS } }, async (request) => {
    const caller = callerOf(request);
    const id = groupIdOf(request);
    departments.changeGroup(caller, id, parseGroupChange(bodyOf(request)));
    return present(departments.findGroup(caller, id));
  });

  app.delete(ONE_GROUP, async (request) => {
    departments.removeGroup(callerOf(request), groupIdOf(request));
    return { success: true };
  });
}

/** Who is in a group. */
export function memberRoutes(app: FastifyInstance, { sharing: { departments } }: HttpServices): void {
  app.get(MEMBERS, async (request) => {
    const members = departments.listMembers(callerOf(request), groupIdOf(request));
    return { members: members.map((member) => groupMember(member, originOf(request))) };
  });

  app.post(MEMBERS, async (request) => {
    const emails = bodyOf(request)
      .list('email')
      .filter((email) => email !== '');
    if (emails.length === 0) throw new DomainError('argument-missing', { field: 'email' });
    const { added, failed } = departments.addMembers(callerOf(request), groupIdOf(request), emails);
    return {
      success: added.map((member) => groupMember(member, originOf(request))),
      failed: failed.map(failedMember),
    };
  });

  app.put(MEMBER, async (request) => {
    const email = param(request, 'email').toLowerCase();
    const role = bodyOf(request).boolean('is_admin') ? 'admin' : 'member';
    departments.setMemberRole(callerOf(request), groupIdOf(request), { email, role });
    const members = departments.listMembers(callerOf(request), groupIdOf(request));
    return members
      .filter((member) => member.email === email)
      .map((member) => groupMember(member, originOf(request)))[0];
  });

  app.delete(MEMBER, async (request) => {
    departments.removeMember(callerOf(request), groupIdOf(request), param(request, 'email'));
    return { success: true };
  });
}

/** Departments and how they contain each other. */
export function departmentRoutes(app: FastifyInstance, { sharing: { departments } }: HttpServices): void {
  app.get(DEPARTMENTS, async (request) => ({
    data: departments.listDepartments(callerOf(request)).map(addressBookGroup),
  }));

  app.post(DEPARTMENTS, { config: { errors: GROUP_NAME_ERRORS } }, async (request) => {
    const caller = callerOf(request);
    const body = bodyOf(request);
    const name = body.text('group_name') ?? '';
    const parentGroupId = body.has('parent_group') ? body.requiredInteger('parent_group') : TOP_DEPARTMENT;
    const first = given({ adminEmail: body.optional('group_owner') });
    const { id } = departments.createDepartment(caller, { name, parentGroupId, ...first });
    return addressBookGroup(departments.findGroup(caller, id));
  });

  app.get(ONE_DEPARTMENT, async (request) => {
    const subject = [callerOf(request), groupIdOf(request)] as const;
    const wantsAncestors = queryOf(request).boolean('return_ancestors');
    return {
      ...addressBookGroup(departments.findGroup(...subject)),
      groups: departments.listSubDepartments(...subject).map(addressBookGroup),
      members: departments.listMembers(...subject).map((member) => groupMember(member, originOf(request))),
      ancestor_groups: wantsAncestors ? departments.listAncestors(...subject).map(addressBookGroup) : [],
    };
  });

  app.delete(ONE_DEPARTMENT, async (request) => {
    departments.removeGroup(callerOf(request), groupIdOf(request));
    return { success: true };
  });
}
