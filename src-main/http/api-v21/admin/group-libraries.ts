import type { FastifyInstance } from 'fastify';
import { adminLibrary } from '../../present/admin-records.ts';
import { required } from '../../present/parse-fields.ts';
import { bodyOf, callerOf, GROUP, groupIdOf, LIBRARY, libraryIdOf } from '../../request-context.ts';
import type { HttpServices } from '../../services.ts';

const OWNED = `/groups/${GROUP}/group-owned-libraries/`;

/** Libraries that belong to a department. */
export function groupLibraryRoutes(
  app: FastifyInstance,
  { adminLibraries, departments }: HttpServices,
): void {
  app.get(`/groups/${GROUP}/libraries/`, async (request) => {
    const { group } = departments.findGroup(callerOf(request), groupIdOf(request));
    const owner = { kind: 'department', groupId: group.id } as const;
    return { libraries: adminLibraries.filter(callerOf(request), { owner }).map(adminLibrary) };
  });

  app.post(OWNED, async (request) => {
    const name = required(bodyOf(request), 'repo_name');
    const owner = { kind: 'department', groupId: groupIdOf(request) } as const;
    return adminLibrary(await adminLibraries.create(callerOf(request), { name, owner }));
  });

  app.delete(`${OWNED}${LIBRARY}/`, async (request) => {
    const { group } = departments.findGroup(callerOf(request), groupIdOf(request));
    const owner = { kind: 'department', groupId: group.id } as const;
    await adminLibraries.removeOf(callerOf(request), owner, libraryIdOf(request));
    return { success: true };
  });
}
