import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import { checkNewPassword } from '../../core/library/new-password.ts';
import { parseLibraryKinds } from '../present/library-kinds.ts';
import {
  byDefaultThenName,
  localContext,
  localLibrary,
  parseLibraryUpdate,
} from '../present/local-libraries.ts';
import { optional, required } from '../present/parse-fields.ts';
import { bodyOf, callerOf, libraryIdOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

export function libraryRoutes(app: FastifyInstance, services: HttpServices): void {
  const { libraries } = services;
  const present = (request: FastifyRequest): LocalLibraryJson => {
    const view = libraries.find(callerOf(request), libraryIdOf(request));
    return localLibrary(view, localContext(services, callerOf(request)));
  };

  localRoute(app, 'GET libraries/', async (request) => {
    const caller = callerOf(request);
    const context = localContext(services, caller);
    const views = libraries.list(caller, { kinds: parseLibraryKinds(undefined) });
    return { libraries: views.map((view) => localLibrary(view, context)).sort(byDefaultThenName) };
  });

  localRoute(app, 'POST libraries/', async (request) => {
    const body = bodyOf(request);
    const password = optional(body, 'password');
    if (password !== undefined) checkNewPassword(password);
    const { view } = await libraries.create(callerOf(request), {
      name: required(body, 'name'),
      description: body.text('description') ?? '',
      // Version 4 has its own salt, which makes guessing many passwords at once useless.
      ...(password === undefined ? {} : { password, encryptionVersion: 4 }),
    });
    return localLibrary(view, localContext(services, callerOf(request)));
  });

  localRoute(app, 'GET libraries/:library_id/', async (request) => present(request));

  localRoute(app, 'PATCH libraries/:library_id/', async (request) => {
    const caller = callerOf(request);
    const { library } = libraries.find(caller, libraryIdOf(request));
    const { rename, keepDays } = parseLibraryUpdate(bodyOf(request), library);
    if (rename !== null) await libraries.rename(caller, library.id, rename);
    if (keepDays !== null) libraries.setRetention(caller, library.id, keepDays);
    return present(request);
  });

  localRoute(app, 'DELETE libraries/:library_id/', async (request) => {
    await libraries.remove(callerOf(request), libraryIdOf(request));
    return { success: true };
  });
}
