import type { FastifyInstance } from 'fastify';
import { adminUserRow, parseUserUpdate } from '../present/admin-people.ts';
import { decodeCursor, encodeCursor } from '../present/cursor.ts';
import { parseOwner } from '../present/owner-id.ts';
import { optional } from '../present/parse-fields.ts';
import { bodyOf, callerOf, param, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

const PER_PAGE = 100;

/** The accounts of the server. Making one is `POST users/`. */
export function adminUserRoutes(app: FastifyInstance, services: HttpServices): void {
  const { accounts, accountList, userRemoval } = services;

  localRoute(app, 'GET admin/users/', async (request) => {
    const query = queryOf(request);
    const page = decodeCursor(query.text('cursor')) ?? 1;
    const wanted = { page, perPage: PER_PAGE };
    const { rows, totalCount } = accountList.page(callerOf(request), query.text('search') ?? '', wanted);
    return {
      users: rows.map(adminUserRow),
      total: totalCount,
      cursor: encodeCursor(page * PER_PAGE < totalCount ? page + 1 : null),
    };
  });

  localRoute(app, 'PATCH admin/users/:email/', async (request) => {
    const [caller, email] = [callerOf(request), param(request, 'email')];
    await accounts.updateUser(caller, email, parseUserUpdate(bodyOf(request)));
    return adminUserRow(accountList.find(caller, email));
  });

  localRoute(app, 'POST admin/users/:email/reset-password/', async (request) => {
    return { password: await accounts.resetPassword(callerOf(request), param(request, 'email')) };
  });

  localRoute(app, 'DELETE admin/users/:email/', async (request) => {
    const heir = optional(queryOf(request), 'transfer_to');
    const owner = heir === undefined ? null : parseOwner(heir, 'transfer_to');
    await userRemoval.remove(callerOf(request), param(request, 'email'), owner);
    return { success: true };
  });
}
