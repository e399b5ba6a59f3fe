import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../../core/errors.ts';
import { failedMember, groupMember } from '../../present/groups.ts';
import { parseBoolean } from '../../present/parse-fields.ts';
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
    const role = parseBoolean(bodyOf(request), 'is_admin') ? 'admin' : 'member';
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
