import type { FastifyInstance } from 'fastify';
import { TOP_DEPARTMENT } from '../../../core/access/group.ts';
import { addressBookGroup, GROUP_NAME_ERRORS, groupMember } from '../../present/groups.ts';
import { optional, parseBoolean, requiredInteger } from '../../present/parse-fields.ts';
import { bodyOf, callerOf, GROUP, groupIdOf, queryOf } from '../../request-context.ts';
import { originOf } from '../../request-guards.ts';
import type { HttpServices } from '../../services.ts';

const PATH = '/address-book/groups/';
const ONE = `${PATH}${GROUP}/`;

/** Departments and how they contain each other. */
export function addressBookRoutes(app: FastifyInstance, { departments }: HttpServices): void {
  app.get(PATH, async (request) => ({
    data: departments.listDepartments(callerOf(request)).map(addressBookGroup),
  }));

  app.post(PATH, { config: { errors: GROUP_NAME_ERRORS } }, async (request) => {
    const caller = callerOf(request);
    const body = bodyOf(request);
    const name = body.text('group_name') ?? '';
    const parentGroupId = body.has('parent_group') ? requiredInteger(body, 'parent_group') : TOP_DEPARTMENT;
    const adminEmail = optional(body, 'group_owner');
    const first = adminEmail === undefined ? {} : { adminEmail };
    const { id } = departments.createDepartment(caller, { name, parentGroupId, ...first });
    return addressBookGroup(departments.findGroup(caller, id));
  });

  app.get(ONE, async (request) => {
    const subject = [callerOf(request), groupIdOf(request)] as const;
    const wantsAncestors = parseBoolean(queryOf(request), 'return_ancestors');
    return {
      ...addressBookGroup(departments.findGroup(...subject)),
      groups: departments.listSubDepartments(...subject).map(addressBookGroup),
      members: departments.listMembers(...subject).map((member) => groupMember(member, originOf(request))),
      ancestor_groups: wantsAncestors ? departments.listAncestors(...subject).map(addressBookGroup) : [],
    };
  });

  app.delete(ONE, async (request) => {
    departments.removeGroup(callerOf(request), groupIdOf(request));
    return { success: true };
  });
}
