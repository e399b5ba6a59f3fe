import type { FastifyInstance } from 'fastify';
import { groupMember } from '../../present/groups.ts';
import { parseBoolean, required } from '../../present/parse-fields.ts';
import { bodyOf, callerOf, GROUP, groupIdOf, param } from '../../request-context.ts';
import { originOf } from '../../request-guards.ts';
import type { HttpServices } from '../../services.ts';

const PATH = `/groups/${GROUP}/members/`;
const MEMBER = `${PATH}:email/`;

export function groupMemberRoutes(app: FastifyInstance, { departments }: HttpServices): void {
  app.get(PATH, async (request) => {
    const members = departments.listMembers(callerOf(request), groupIdOf(request));
    return { members: members.map((member) => groupMember(member, originOf(request))) };
  });

  app.post(PATH, async (request) => {
    const caller = callerOf(request);
    const groupId = groupIdOf(request);
    const email = required(bodyOf(request), 'email');
    departments.addMember(caller, groupId, { email });
    const added = departments
      .listMembers(caller, groupId)
      .filter((member) => member.email === email.toLowerCase());
    return { success: added.map((member) => groupMember(member, originOf(request))), failed: [] };
  });

  app.put(MEMBER, async (request) => {
    const email = param(request, 'email').toLowerCase();
    const role = parseBoolean(bodyOf(request), 'is_admin', false) ? 'admin' : 'member';
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
