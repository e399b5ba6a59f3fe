import type { FastifyInstance } from 'fastify';
import type { GroupView } from '../../usecases/sharing/departments.ts';
import { OWN_GROUP_ERRORS, parseOwnGroupChange, userGroup } from '../present/groups.ts';
import { parseBoolean } from '../present/parse-fields.ts';
import { v21GroupLibrary } from '../present/v21-libraries.ts';
import { bodyOf, callerOf, GROUP, groupIdOf, queryOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

const PATH = `/groups/${GROUP}/`;

/** Groups and departments of the caller. */
export function groupRoutes(app: FastifyInstance, { departments, groupLibraries }: HttpServices): void {
  const present = (view: GroupView) => userGroup(view, groupLibraries.usedBytes(view.group.id));

  app.get('/groups/', async (request) => {
    const caller = callerOf(request);
    const withLibraries = parseBoolean(queryOf(request), 'with_repos');
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

  app.get(PATH, async (request) => present(departments.findGroup(callerOf(request), groupIdOf(request))));

  app.put(PATH, { config: { errors: OWN_GROUP_ERRORS } }, async (request) => {
    const caller = callerOf(request);
    const id = groupIdOf(request);
    departments.changeGroup(caller, id, parseOwnGroupChange(bodyOf(request)));
    return present(departments.findGroup(caller, id));
  });

  app.delete(PATH, async (request) => {
    departments.removeGroup(callerOf(request), groupIdOf(request));
    return { success: true };
  });
}
