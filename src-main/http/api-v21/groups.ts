import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import type { GroupView } from '../../usecases/sharing/departments.ts';
import { given, parsePage } from '../declared-fields.ts';
import { type ErrorOverrides, UNKNOWN_OWNER } from '../error-wording.ts';
import {
  departmentItem,
  departmentLibrary,
  groupMember,
  OWN_GROUP_ERRORS,
  parseOwnGroupChange,
  userGroup,
} from '../present/groups.ts';
import { v21GroupLibrary } from '../present/libraries.ts';
import { parseShareRights } from '../present/shares.ts';
import { parseOwner } from '../present/values.ts';
import {
  bodyOf,
  callerOf,
  GROUP,
  groupIdOf,
  LIBRARY,
  libraryIdOf,
  param,
  queryOf,
} from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

const ONE = `/groups/${GROUP}/`;

const MEMBERS = `/groups/${GROUP}/members/`;

const MEMBER = `${MEMBERS}:email/`;

const GIVEN = `/groups/${GROUP}/libraries/`;

const OWNED = `/groups/${GROUP}/group-owned-libraries/`;

const GIVEN_ERRORS: ErrorOverrides = { 'name-invalid': { status: 400, text: 'repo_name invalid.' } };

/** Groups and departments of the caller. */
export function groupRoutes(
  app: FastifyInstance,
  { sharing: { departments, groupLibraries } }: HttpServices,
): void {
  const present = (view: GroupView) => userGroup(view, groupLibraries.usedBytes(view.group.id));

  app.get('/groups/', async (request) => {
    const caller = callerOf(request);
    const withLibraries = queryOf(request).boolean('with_repos');
    const librariesOf = ({ group }: GroupView) =>
      groupLibraries.list(caller, group.id).map((row) => v21GroupLibrary(row, originOf(request)));
    return departments.listOwnGroups(caller).map((view) => ({
      ...present(view),
      ...(withLibraries ? { repos: librariesOf(view) } : {}),
    }));
  });

  app.post('/groups/', { config: { errors: OWN_GROUP_ERRORS } }, async (request, reply) => {
    const caller = callerOf(request);
    const { id } = departments.createGroup(caller, { name: bodyOf(request).text('name') ?? '' });
    reply.code(201);
    return present(departments.findGroup(caller, id));
  });

  app.get(ONE, async (request) => present(departments.findGroup(callerOf(request), groupIdOf(request))));

  app.put(ONE, { config: { errors: OWN_GROUP_ERRORS } }, async (request) => {
    const caller = callerOf(request);
    const id = groupIdOf(request);
    departments.changeGroup(caller, id, parseOwnGroupChange(bodyOf(request)));
    return present(departments.findGroup(caller, id));
  });

  app.delete(ONE, async (request) => {
    departments.removeGroup(callerOf(request), groupIdOf(request));
    return { success: true };
  });

  // The caller's departments, for choosing whom to give a library to.
  app.get('/departments/', async (request) => {
    const onlyAdministered = queryOf(request).boolean('can_admin');
    return departments
      .departmentsOf(callerOf(request).email)
      .filter(({ role }) => !onlyAdministered || role !== 'member')
      .map(({ group }) => departmentItem(group));
  });
}

/** Who is in a group of the caller. */
export function memberRoutes(app: FastifyInstance, { sharing: { departments } }: HttpServices): void {
  const presentMember = (request: FastifyRequest, email: string) => {
    const members = departments.listMembers(callerOf(request), groupIdOf(request));
    const member = members.find((one) => one.email === email.toLowerCase());
    if (member === undefined) throw new DomainError('user-not-found', { value: email });
    return groupMember(member, originOf(request));
  };

  app.get(MEMBERS, async (request) => {
    const { page, perPage } = parsePage(queryOf(request));
    const isAdmin = queryOf(request).optional('is_admin');
    const onlyAdmins = isAdmin !== undefined && queryOf(request).boolean('is_admin');
    return departments
      .listMembers(callerOf(request), groupIdOf(request))
      .filter(({ role }) => !onlyAdmins || role !== 'member')
      .slice((page - 1) * perPage, page * perPage)
      .map((member) => groupMember(member, originOf(request)));
  });

  app.post(MEMBERS, async (request, reply) => {
    const email = bodyOf(request).required('email');
    departments.addMember(callerOf(request), groupIdOf(request), { email });
    reply.code(201);
    return presentMember(request, email);
  });

  app.put(MEMBER, async (request) => {
    const email = param(request, 'email');
    if (!bodyOf(request).has('is_admin')) throw new DomainError('argument-invalid', { field: 'is_admin' });
    const role = bodyOf(request).boolean('is_admin') ? 'admin' : 'member';
    departments.setMemberRole(callerOf(request), groupIdOf(request), { email, role });
    return presentMember(request, email);
  });

  app.delete(MEMBER, async (request) => {
    departments.removeMember(callerOf(request), groupIdOf(request), param(request, 'email'));
    return { success: true };
  });
}

/** Libraries that a group has been given. */
export function givenLibraryRoutes(
  app: FastifyInstance,
  { sharing: { groupLibraries } }: HttpServices,
): void {
  app.get(GIVEN, async (request) =>
    groupLibraries
      .list(callerOf(request), groupIdOf(request))
      .map((row) => v21GroupLibrary(row, originOf(request))),
  );

  app.post(GIVEN, { config: { errors: GIVEN_ERRORS } }, async (request) => {
    const body = bodyOf(request);
    const row = await groupLibraries.createGiven(callerOf(request), groupIdOf(request), {
      ...given({ password: body.optional('password') }),
      name: body.text('repo_name') ?? '',
      rights: parseShareRights(body.optional('permission') ?? 'r'),
    });
    return v21GroupLibrary(row, originOf(request));
  });

  app.delete(`${GIVEN}${LIBRARY}/`, async (request) => {
    groupLibraries.endGiven(callerOf(request), groupIdOf(request), libraryIdOf(request));
    return { success: true };
  });
}

/** Libraries that a department owns. */
export function ownedLibraryRoutes(
  app: FastifyInstance,
  { sharing: { groupLibraries } }: HttpServices,
): void {
  app.post(OWNED, async (request) => {
    const body = bodyOf(request);
    const password = body.optional('passwd');
    // Members of a department read and write; giving some of them less is done with a personal share.
    body.text('permission');
    const view = await groupLibraries.createOwned(callerOf(request), groupIdOf(request), {
      name: body.text('name') ?? '',
      ...given({ password }),
    });
    return departmentLibrary(view);
  });

  app.put(`${OWNED}${LIBRARY}/`, async (request) => {
    const to = { id: libraryIdOf(request), name: bodyOf(request).text('name') ?? '' };
    return departmentLibrary(await groupLibraries.renameOwned(callerOf(request), groupIdOf(request), to));
  });

  app.delete(`${OWNED}${LIBRARY}/`, async (request) => {
    await groupLibraries.removeOwned(callerOf(request), groupIdOf(request), libraryIdOf(request));
    return { success: true };
  });

  app.put(`${OWNED}${LIBRARY}/transfer/`, { config: { errors: UNKNOWN_OWNER } }, async (request) => {
    const body = bodyOf(request);
    await groupLibraries.transferOwned(callerOf(request), groupIdOf(request), {
      id: libraryIdOf(request),
      owner: parseOwner(body.text('email'), 'email'),
      reshare: body.boolean('reshare'),
    });
    return { success: true };
  });
}
