import type { FastifyInstance } from 'fastify';
import { parseLibraryIds } from '../present/library-ids.ts';
import { parseLibraryKinds } from '../present/library-kinds.ts';
import { syncTicket } from '../present/sync-ticket.ts';
import { callerOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

const ERRORS = { 'permission-denied': 'You do not have permission to access this library.' } as const;

/** Misspelt on real servers, and compared. */
const TOKENS_ERRORS = {
  'argument-missing': 'You must specify libaries ids',
  'argument-invalid': 'Libraries ids are invalid',
} as const;

/** What sync clients fetch before they start: everything about a library and a token for it. */
export function downloadInfoRoutes(app: FastifyInstance, { libraries, clock }: HttpServices): void {
  app.get(`/repos/${LIBRARY}/download-info/`, { config: { errors: ERRORS } }, async (request) => {
    const caller = callerOf(request);
    const ticket = libraries.issueSyncToken(caller, libraryIdOf(request));
    const nowSeconds = clock.nowSeconds();
    return syncTicket({ ...ticket, callerEmail: caller.email, origin: originOf(request), nowSeconds });
  });

  app.get('/repo-tokens/', { config: { errors: TOKENS_ERRORS } }, async (request) => {
    const caller = callerOf(request);
    const wanted = parseLibraryIds(queryOf(request).text('repos'));
    const reachable = libraries.list(caller, { kinds: parseLibraryKinds(undefined) });
    const ids = reachable.map(({ library }) => library.id).filter((id) => wanted.has(id));
    return Object.fromEntries(ids.map((id) => [id, libraries.issueSyncToken(caller, id).syncToken]));
  });
}
