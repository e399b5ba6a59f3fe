import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { User } from '../../../core/access/user.ts';
import { given, parsePage } from '../../declared-fields.ts';
import { type ErrorOverrides, worded } from '../../error-wording.ts';
import { adminUser, parseAccountChange } from '../../present/accounts.ts';
import { pageInfo, systemInfo } from '../../present/admin.ts';
import { bodyOf, callerOf, param, queryOf } from '../../request-context.ts';
import { originOf } from '../../request-guards.ts';
import type { HttpServices } from '../../services.ts';

const CREATE_ERRORS: ErrorOverrides = {
  'argument-missing': worded(({ field }) =>
    field === 'password' ? 'password required.' : `${field} invalid.`,
  ),
};

const USER = '/users/:email/';

export function userRoutes(app: FastifyInstance, services: HttpServices): void {
  const { accounts } = services.accounts;

  const present = userPresenter(services);

  app.get('/users/', async (request) => {
    const query = queryOf(request);
    const active = given({ isActive: query.optionalBoolean('is_active') });
    const wanted = { ...parsePage(query), ...active };
    const { users, totalCount } = accounts.listUsers(callerOf(request), wanted);
    return { data: users.map((user) => present(request, user)), total_count: totalCount };
  });

  app.get('/admin-users/', async (request) => {
    const page = { page: 1, perPage: Number.MAX_SAFE_INTEGER };
    const { users } = accounts.listUsers(callerOf(request), { ...page, isAdmin: true });
    return { admin_user_list: users.map((user) => present(request, user)) };
  });

  app.get('/search-user/', async (request) => {
    const page = parsePage(queryOf(request));
    const text = queryOf(request).required('query');
    const { users, totalCount } = accounts.searchUsers(callerOf(request), text, page);
    const info = pageInfo(page.page, totalCount > page.page * page.perPage);
    return { user_list: users.map((user) => present(request, user)), page_info: info };
  });

  app.post('/users/', { config: { errors: CREATE_ERRORS } }, async (request) => {
    const body = bodyOf(request);
    const account = { ...parseAccountChange(body), email: body.text('email') ?? '' };
    const user = await accounts.createUser(callerOf(request), { password: '', ...account });
    return { ...present(request, user), add_user_tip: '' };
  });

  app.post('/generate-user-auth-token/', async (request) => ({
    token: accounts.issueTokenOf(callerOf(request), bodyOf(request).required('email')),
  }));

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

/** Puts users into wire shape, with what their libraries take up. */
function userPresenter({ libraries: { adminLibraries } }: HttpServices) {
  return (request: FastifyRequest, user: User) => {
    const owned = adminLibraries.filter(callerOf(request), { owner: { kind: 'user', email: user.email } });
    const usedBytes = owned.reduce((sum, { library }) => sum + library.sizeBytes, 0);
    return adminUser(user, usedBytes, originOf(request));
  };
}

/** How much there is on the server. */
export function sysinfoRoutes(app: FastifyInstance, services: HttpServices): void {
  const {
    accounts: { accounts },
    libraries: { adminLibraries },
    sharing: { departments },
  } = services;

  app.get('/sysinfo/', async (request) => {
    const caller = callerOf(request);
    const first = { page: 1, perPage: 1 };
    const all = { page: 1, perPage: Number.MAX_SAFE_INTEGER - 1 };
    return systemInfo({
      users: accounts.listUsers(caller, first).totalCount,
      activeUsers: accounts.listUsers(caller, { ...first, isActive: true }).totalCount,
      groups: departments.listGroups(caller, all).groups.length,
      libraries: adminLibraries.filter(caller, {}),
    });
  });
}
