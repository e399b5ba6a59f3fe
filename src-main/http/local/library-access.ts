import type { FastifyInstance } from 'fastify';
import { HISTORY_FOLDER } from '../../usecases/libraries/drive-libraries.ts';
import { hrefOf, snapshotName } from '../dav/places.ts';
import type { HttpContext } from '../http-context.ts';
import { bodyOf, callerOf, libraryIdOf, queryOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

/** Tokens of one library, for who manages it. */
export function libraryAccessRoutes(
  app: FastifyInstance,
  { accounts: { libraryTokens }, access: { people } }: HttpServices,
): void {
  localRoute(app, 'GET libraries/:library_id/tokens/', async (request) => ({
    tokens: libraryTokens.list(callerOf(request), libraryIdOf(request)).map((token) => ({
      name: token.appName,
      permission: token.permission,
      made_by: token.email,
      made_by_name: people.displayName(token.email),
      made_at: token.madeAtSeconds,
    })),
  }));

  localRoute(app, 'POST libraries/:library_id/tokens/', async (request) => {
    const body = bodyOf(request);
    const permission = body.text('permission') === 'rw' ? 'rw' : 'r';
    const wanted = { appName: body.required('name'), permission } as const;
    const { appName, token } = libraryTokens.make(callerOf(request), libraryIdOf(request), wanted);
    return { name: appName, token };
  });

  localRoute(app, 'DELETE libraries/:library_id/tokens/', async (request) => {
    libraryTokens.remove(callerOf(request), libraryIdOf(request), queryOf(request).required('name'));
    return { success: true };
  });
}

/** The library as a drive. */
export function driveRoutes(app: FastifyInstance, { services, config }: HttpContext): void {
  const { driveLibraries } = services.libraries;
  const { reach } = services;
  localRoute(app, 'GET libraries/:library_id/drive/', async (request) => {
    const caller = callerOf(request);
    const { name } = driveLibraries.of(caller, libraryIdOf(request));
    const at = queryOf(request).optional('at');
    const segments = at === undefined ? [name] : [HISTORY_FOLDER, name, snapshotName(Number(at))];
    const origins = [originOf(request), ...config.publicUrls(), ...reach.networkAddresses()];
    const path = hrefOf({ prefix: '/dav', segments }, true);
    return { addresses: [...new Set(origins)].map((origin) => `${origin}${path}`), email: caller.email };
  });
}
