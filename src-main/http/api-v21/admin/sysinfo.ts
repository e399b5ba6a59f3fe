import type { FastifyInstance } from 'fastify';
import { callerOf } from '../../request-context.ts';
import type { HttpServices } from '../../services.ts';

/** How much there is on the server. */
export function sysinfoRoutes(app: FastifyInstance, services: HttpServices): void {
  const { accounts, adminLibraries, departments } = services;

  app.get('/sysinfo/', async (request) => {
    const caller = callerOf(request);
    const first = { page: 1, perPage: 1 };
    const all = adminLibraries.filter(caller, {}).map(({ library }) => library);
    return {
      users_count: accounts.listUsers(caller, first).totalCount,
      active_users_count: accounts.listUsers(caller, { ...first, isActive: true }).totalCount,
      repos_count: all.length,
      total_files_count: all.reduce((sum, { fileCount }) => sum + fileCount, 0),
      total_storage: all.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      groups_count: departments.listGroups(caller, { page: 1, perPage: Number.MAX_SAFE_INTEGER - 1 }).groups
        .length,
      // What real servers say of editions and licences that there are none of here.
      org_count: 0,
      multi_tenancy_enabled: false,
      is_pro: false,
      with_license: false,
    };
  });
}
