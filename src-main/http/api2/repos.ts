import type { FastifyInstance } from 'fastify';
import { passwordRefusalText } from '../../../src-shared/refusals.ts';
import type { ErrorOverrides } from '../error-wording.ts';
import { parseCreateLibrary } from '../present/create-library.ts';
import { libraryItem } from '../present/library-items.ts';
import { parseLibraryKinds } from '../present/library-kinds.ts';
import { syncTicket } from '../present/sync-ticket.ts';
import { bodyOf, callerOf, queryOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

/** Words of real servers for what is wrong with key material that a client made. */
const KEY_MATERIAL_TEXTS: Readonly<Record<string, string>> = {
  repo_id: 'Repo id must be a valid uuid',
  enc_version: 'Invalid enc_version param.',
  salt: 'salt invalid.',
  magic: 'You must provide magic, random_key and enc_version.',
  random_key: 'You must provide magic, random_key and enc_version.',
};

const CREATE_ERRORS: ErrorOverrides = {
  'argument-missing': 'Library name is required.',
  'argument-invalid': {
    status: 400,
    text: ({ field = 'argument', reason }) =>
      passwordRefusalText(reason) ?? KEY_MATERIAL_TEXTS[field] ?? `${field} invalid.`,
  },
};

export function reposRoutes(app: FastifyInstance, { libraries, listing, clock }: HttpServices): void {
  app.get('/repos/', async (request, reply) => {
    const query = queryOf(request);
    const kinds = parseLibraryKinds(query.text('type'));
    const rows = listing.places(callerOf(request), {
      kinds,
      nameContains: query.text('nameContains') ?? '',
    });
    reply.header('enable_encrypted_library', 'True');
    return rows.map((row) => libraryItem(row, clock.nowSeconds()));
  });

  app.post('/repos/', { config: { errors: CREATE_ERRORS } }, async (request) => {
    const caller = callerOf(request);
    const { view, syncToken } = await libraries.create(caller, parseCreateLibrary(bodyOf(request)));
    // The web UI never syncs, so its requests say that they want no token.
    const shownToken = queryOf(request).text('from') === 'web' ? '' : syncToken;
    const origin = originOf(request);
    const nowSeconds = clock.nowSeconds();
    return syncTicket({ view, syncToken: shownToken, callerEmail: caller.email, origin, nowSeconds });
  });
}
