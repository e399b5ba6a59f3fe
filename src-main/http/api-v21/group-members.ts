import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { groupMember } from '../present/groups.ts';
import { optional, parseBoolean, parsePage, required } from '../present/parse-fields.ts';
import { bodyOf, callerOf, GROUP, groupIdOf, param, queryOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

const PATH = `/groups/${GROUP}/members/`;
const MEMBER = `${PATH}:email/`;
/** Who is in a group of the caller. */
export function groupMemberRoutes(app: FastifyInstance, { departments }: HttpServices): void {
  const present = (request: FastifyRequest, email: string) => {
    const members = departments.listMembers(callerOf(request), groupIdOf(request));
    const member = members.find((one) => one.email === email.toLowerCase());
    if (member === undefined) throw new DomainError('user-not-found', { value: email });
    return groupMember(member, originOf(request));
  };

  app.get(PATH, async (request) => {
    const { page, perPage } = parsePage(queryOf(request));
    const isAdmin = optional(queryOf(request), 'is_admin');
    const onlyAdmins = isAdmin !== undefined && parseBoolean(queryOf(request), 'is_admin');
    return departments
      .listMembers(callerOf(request), groupIdOf(request))
      .filter(({ role }) => !onlyAdmins || role !== 'member')
      .slice((page - 1) * perPage, page * perPage)
      .map((member) => groupMember(member, originOf(request)));
  });

  app.post(PATH, async (request, reply) => {
    const email = required(bodyOf(request), 'email');
    departments.addMember(callerOf(request), groupIdOf(request), { email });
    reply.code(201);
    return present(request, email);
  });

  app.put(MEMBER, async (request) => {
    const email = param(request, 'email');
    if (!bodyOf(request).has('is_admin')) throw new DomainError('argument-invalid', { field: 'is_admin' });
    const role = parseBoolean(bodyOf(request), 'is_admin') ? 'admin' : 'member';
    departments.setMemberRole(callerOf(request), groupIdOf(request), { email, role });
    return present(request, email);
  });

  app.delete(MEMBER, async (request) => {
    departments.removeMember(callerOf(request), groupIdOf(request), param(request, 'email'));
    return { success: true };
  });
}
