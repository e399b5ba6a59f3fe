import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LibraryLockJson } from '../../../src-shared/library-password-api.ts';
import { checkNewPassword } from '../../core/library/new-password.ts';
import { libraryLock, recoverySheet } from '../present/local-libraries.ts';
import { bodyOf, callerOf, libraryIdOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

/** Passwords of encrypted libraries. */
export function libraryPasswordRoutes(
  app: FastifyInstance,
  { clock, libraries: { libraries, passwords } }: HttpServices,
): void {
  const present = (request: FastifyRequest): LibraryLockJson => {
    const caller = callerOf(request);
    const { library } = libraries.find(caller, libraryIdOf(request));
    return libraryLock(passwords.lockState(caller, library));
  };

  localRoute(app, 'GET libraries/:library_id/unlock/', async (request) => present(request));

  localRoute(app, 'POST libraries/:library_id/unlock/', async (request) => {
    const body = bodyOf(request);
    const password = body.required('password');
    await passwords.unlock(callerOf(request), libraryIdOf(request), password, body.optional('open_for'));
    return present(request);
  });

  localRoute(app, 'DELETE libraries/:library_id/unlock/', async (request) => {
    passwords.lock(callerOf(request), libraryIdOf(request));
    return present(request);
  });

  localRoute(app, 'DELETE unlocked-libraries/', async (request) => ({
    library_ids: passwords.lockAll(callerOf(request)),
  }));

  localRoute(app, 'PUT libraries/:library_id/password/', async (request) => {
    const body = bodyOf(request);
    const [from, to] = [body.required('old_password'), body.required('new_password')];
    checkNewPassword(to);
    await passwords.change(callerOf(request), libraryIdOf(request), { from, to, staysOpen: true });
    return { success: true };
  });

  localRoute(app, 'GET libraries/:library_id/recovery-sheet/', async (request) =>
    recoverySheet(passwords.recoverySheet(callerOf(request), libraryIdOf(request)), clock.nowSeconds()),
  );
}
