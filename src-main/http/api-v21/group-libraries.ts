import type { FastifyInstance } from 'fastify';
import type { ErrorOverrides } from '../error-wording.ts';
import { UNKNOWN_OWNER } from '../error-wording.ts';
import { departmentLibrary } from '../present/groups.ts';
import { parseOwner } from '../present/owner-id.ts';
import { optional, parseBoolean, requireValid } from '../present/parse-fields.ts';
import { parseShareRights } from '../present/shares.ts';
import { v21GroupLibrary } from '../present/v21-libraries.ts';
import { bodyOf, callerOf, GROUP, groupIdOf, LIBRARY, libraryIdOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

const GIVEN = `/groups/${GROUP}/libraries/`;
const OWNED = `/groups/${GROUP}/group-owned-libraries/`;

const GIVEN_ERRORS: ErrorOverrides = {
  'name-invalid': { status: 400, text: 'repo_name invalid.' },
};

/** Libraries that a group has been given, and those that a department owns. */
export function groupLibraryRoutes(app: FastifyInstance, { groupLibraries }: HttpServices): void {
  givenRoutes(app, groupLibraries);
  ownedRoutes(app, groupLibraries);
}

function givenRoutes(app: FastifyInstance, groupLibraries: HttpServices['groupLibraries']): void {
  app.get(GIVEN, async (request) =>
    groupLibraries
      .list(callerOf(request), groupIdOf(request))
      .map((row) => v21GroupLibrary(row, originOf(request))),
  );

  app.post(GIVEN, { config: { errors: GIVEN_ERRORS } }, async (request) => {
    const body = bodyOf(request);
    const password = optional(body, 'password');
    const row = await groupLibraries.createGiven(callerOf(request), groupIdOf(request), {
      name: body.text('repo_name') ?? '',
      rights: parseShareRights(optional(body, 'permission') ?? 'r'),
      ...(password === undefined ? {} : { password }),
    });
    return v21GroupLibrary(row, originOf(request));
  });

  app.delete(`${GIVEN}${LIBRARY}/`, async (request) => {
    groupLibraries.endGiven(callerOf(request), groupIdOf(request), libraryIdOf(request));
    return { success: true };
  });
}

function ownedRoutes(app: FastifyInstance, groupLibraries: HttpServices['groupLibraries']): void {
  app.post(OWNED, async (request) => {
    const body = bodyOf(request);
    const password = optional(body, 'passwd');
    // Members of a department read and write; giving some of them less is done with a personal share.
    requireValid(body, 'permission');
    const view = await groupLibraries.createOwned(callerOf(request), groupIdOf(request), {
      name: body.text('name') ?? '',
      ...(password === undefined ? {} : { password }),
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
      reshare: parseBoolean(body, 'reshare'),
    });
    return { success: true };
  });
}
