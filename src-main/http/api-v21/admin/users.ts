import type { FastifyInstance } from 'fastify';
import type { ErrorOverrides } from '../../error-wording.ts';
import { pageInfo } from '../../present/admin-records.ts';
import { optional, parseBoolean, parsePage, required } from '../../present/parse-fields.ts';
import { parseAccountChange } from '../../present/users.ts';
import { bodyOf, callerOf, queryOf } from '../../request-context.ts';
import type { HttpServices } from '../../services.ts';
import { userPresenter } from './user-presenter.ts';

const CREATE_ERRORS: ErrorOverrides = {
  'argument-missing': {
    status: 400,
    text: ({ field }) => (field === 'password' ? 'password required.' : `${field} invalid.`),
  },
};

export function usersRoutes(app: FastifyInstance, services: HttpServices): void {
  const { accounts } = services;
  const present = userPresenter(services);

  app.get('/users/', async (request) => {
    const query = queryOf(request);
    const active = optional(query, 'is_active');
    const isActive = active === undefined ? {} : { isActive: parseBoolean(query, 'is_active') };
    const page = parsePage(query);
    const { users, totalCount } = accounts.listUsers(callerOf(request), { ...page, ...isActive });
    return { data: users.map((user) => present(request, user)), total_count: totalCount };
  });

  app.get('/admin-users/', async (request) => {
    const page = { page: 1, perPage: Number.MAX_SAFE_INTEGER };
    const { users } = accounts.listUsers(callerOf(request), { ...page, isAdmin: true });
    return { admin_user_list: users.map((user) => present(request, user)) };
  });

  app.get('/search-user/', async (request) => {
    const page = parsePage(queryOf(request));
    const { users, totalCount } = accounts.searchUsers(
      callerOf(request),
      required(queryOf(request), 'query'),
      page,
    );
    const hasNextPage = totalCount > page.page * page.perPage;
    return {
      user_list: users.map((user) => present(request, user)),
      page_info: pageInfo(page.page, hasNextPage),
    };
  });

  app.post('/users/', { config: { errors: CREATE_ERRORS } }, async (request) => {
    const body = bodyOf(request);
    const account = { ...parseAccountChange(body), email: body.text('email') ?? '' };
    const user = await accounts.createUser(callerOf(request), { password: '', ...account });
    return { ...present(request, user), add_user_tip: '' };
  });

  app.post('/generate-user-auth-token/', async (request) => ({
    token: accounts.issueTokenOf(callerOf(request), required(bodyOf(request), 'email')),
  }));
}
