import type { FastifyInstance } from 'fastify';
import { UNKNOWN_OWNER } from '../error-wording.ts';
import { ownerId, parseOwner } from '../present/owner-id.ts';
import { parseBoolean } from '../present/parse-fields.ts';
import { bodyOf, callerOf, LIBRARY, libraryIdOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

const PATH = `/repos/${LIBRARY}/owner/`;

export function repoOwnerRoutes(app: FastifyInstance, { libraries }: HttpServices): void {
  app.get(PATH, async (request) => ({
    owner: ownerId(libraries.owner(callerOf(request), libraryIdOf(request))),
  }));

  app.put(PATH, { config: { errors: UNKNOWN_OWNER } }, async (request) => {
    const owner = parseOwner(bodyOf(request).text('owner'));
    const reshare = parseBoolean(bodyOf(request), 'reshare');
    await libraries.transfer(callerOf(request), libraryIdOf(request), { owner, reshare });
    return { success: true };
  });
}
