import type { FastifyInstance } from 'fastify';
import { parseBoolean, requiredWords } from '../present/parse-fields.ts';
import { personItem } from '../present/users.ts';
import { callerOf, queryOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

/** As many as fit under a field that one types into. */
const MAX_FOUND = 10;

/** People to share with. */
export function searchUserRoutes(app: FastifyInstance, { people }: HttpServices): void {
  app.get('/search-user/', async (request) => {
    const text = requiredWords(queryOf(request), 'q');
    const withCaller = parseBoolean(queryOf(request), 'include_self');
    const { email: own } = callerOf(request);
    const found = people.search(text, MAX_FOUND + 1).filter(({ email }) => withCaller || email !== own);
    return { users: found.slice(0, MAX_FOUND).map((person) => personItem(person, originOf(request))) };
  });
}
