import type { FastifyInstance } from 'fastify';
import { UNKNOWN_OWNER } from '../../error-wording.ts';
import { adminLibrary } from '../../present/admin-records.ts';
import { parseLibraryUpdate } from '../../present/admin-requests.ts';
import { bodyOf, callerOf, LIBRARY, libraryIdOf } from '../../request-context.ts';
import type { HttpServices } from '../../services.ts';

const PATH = `/libraries/${LIBRARY}/`;

export function libraryRoutes(app: FastifyInstance, { adminLibraries }: HttpServices): void {
  app.get(PATH, async (request) =>
    adminLibrary(adminLibraries.find(callerOf(request), libraryIdOf(request))),
  );

  app.put(PATH, { config: { errors: UNKNOWN_OWNER } }, async (request) => {
    const update = parseLibraryUpdate(bodyOf(request));
    return adminLibrary(await adminLibraries.update(callerOf(request), libraryIdOf(request), update));
  });

  app.delete(PATH, async (request) => {
    await adminLibraries.remove(callerOf(request), libraryIdOf(request));
    return { success: true };
  });
}
