import type { FastifyInstance } from 'fastify';
import type { GroupView } from '../../../usecases/sharing/departments.ts';
import { pageInfo } from '../../present/admin-records.ts';
import { adminGroup, GROUP_NAME_ERRORS, parseGroupChange } from '../../present/groups.ts';
import { optional, parsePage, requiredWords } from '../../present/parse-fields.ts';
import { bodyOf, callerOf, GROUP, groupIdOf, queryOf } from '../../request-context.ts';
import type { HttpServices } from '../../services.ts';

const MAX_FOUND = 1000;
const PATH = `/groups/${GROUP}/`;

export function groupRoutes(app: FastifyInstance, { departments, people }: HttpServices): void {
  const present = (view: GroupView) => adminGroup(view, people.displayName(view.ownerEmail));

  app.get('/groups/', async (request) => {
    const page = parsePage(queryOf(request));
    const { groups, hasNextPage } = departments.listGroups(callerOf(request), page);
    return { page_info: pageInfo(page.page, hasNextPage), groups: groups.map(present) };
  });

  app.get('/search-group/', async (request) => {
    const text = requiredWords(queryOf(request), 'query');
    const { groups } = departments.listGroups(callerOf(request), { page: 1, perPage: MAX_FOUND, text });
    return { group_list: groups.map(present) };
  });

  app.post('/groups/', { config: { errors: GROUP_NAME_ERRORS } }, async (request, reply) => {
    const caller = callerOf(request);
    const name = bodyOf(request).text('group_name') ?? '';
    const ownerEmail = optional(bodyOf(request), 'group_owner') ?? caller.email;
    const { id } = departments.createGroup(caller, { name, ownerEmail });
    reply.code(201);
    return present(departments.findGroup(caller, id));
  });

  app.put(PATH, { config: { errors: GROUP_NAME_ERRORS } }, async (request) => {
    const caller = callerOf(request);
    const id = groupIdOf(request);
    departments.changeGroup(caller, id, parseGroupChange(bodyOf(request)));
    return present(departments.findGroup(caller, id));
  });

  app.delete(PATH, async (request) => {
    departments.removeGroup(callerOf(request), groupIdOf(request));
    return { success: true };
  });
}
