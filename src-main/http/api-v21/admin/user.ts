import type { FastifyInstance } from 'fastify';
import { parseAccountChange } from '../../present/users.ts';
import { bodyOf, callerOf, param } from '../../request-context.ts';
import type { HttpServices } from '../../services.ts';
import { userPresenter } from './user-presenter.ts';

const USER = '/users/:email/';

export function userRoutes(app: FastifyInstance, services: HttpServices): void {
  const { accounts } = services;
  const present = userPresenter(services);

  app.get(USER, async (request) =>
    present(request, accounts.findUser(callerOf(request), param(request, 'email'))),
  );

  app.put(USER, async (request) => {
    const change = parseAccountChange(bodyOf(request));
    const user = await accounts.updateUser(callerOf(request), param(request, 'email'), change);
    return { ...present(request, user), update_status_tip: '' };
  });

  app.delete(USER, async (request) => {
    await accounts.deleteUser(callerOf(request), param(request, 'email'));
    return { success: true };
  });

  app.put('/users/:email/reset-password/', async (request) => ({
    new_password: await accounts.resetPassword(callerOf(request), param(request, 'email')),
    reset_tip: '',
  }));
}
