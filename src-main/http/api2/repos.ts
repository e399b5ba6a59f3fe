import type { FastifyInstance, FastifyRequest } from 'fastify';
import { passwordRefusalText } from '../../../src-shared/refusals.ts';
import { given } from '../declared-fields.ts';
import { type ErrorOverrides, UNKNOWN_OWNER, worded } from '../error-wording.ts';
import { libraryDetail, libraryItem, syncTicket } from '../present/libraries.ts';
import { parseCreateLibrary, parseLibraryIds, parseLibraryKinds } from '../present/library-requests.ts';
import { ownerId, parseOwner } from '../present/values.ts';
import { bodyOf, callerOf, fieldsOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
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
  'argument-invalid': worded(
    ({ field = 'argument', reason }) =>
      passwordRefusalText(reason) ?? KEY_MATERIAL_TEXTS[field] ?? `${field} invalid.`,
  ),
};

const DOWNLOAD_ERRORS = {
  'permission-denied': 'You do not have permission to access this library.',
} as const;

/** Misspelt on real servers, and compared. */
const TOKENS_ERRORS = {
  'argument-missing': 'You must specify libaries ids',
  'argument-invalid': 'Libraries ids are invalid',
} as const;

/** Libraries of the caller, and making one. */
export function reposRoutes(
  app: FastifyInstance,
  { libraries: { libraries }, access: { listing }, clock }: HttpServices,
): void {
  app.get('/repos/', async (request, reply) => {
    const query = queryOf(request);
    const kinds = parseLibraryKinds(query.text('type'));
    const rows = listing.places(callerOf(request), { kinds, nameContains: query.text('nameContains') ?? '' });
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

  const present = (id: string | null) => ({ repo_id: id ?? '', exists: id !== null });
  app.get('/default-repo/', async (request) => present(libraries.defaultLibrary(callerOf(request))));
  app.post('/default-repo/', async (request) =>
    present(await libraries.ensureDefaultLibrary(callerOf(request))),
  );

  // What sync clients fetch before they start: everything about a library and a token for it.
  app.get(`/repos/${LIBRARY}/download-info/`, { config: { errors: DOWNLOAD_ERRORS } }, async (request) => {
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

const REPO = `/repos/${LIBRARY}/`;

const READ_ERRORS = {
  'library-not-found': 'Library not found.',
  'permission-denied': 'You do not have permission to access this library.',
} as const;

/** By what was asked for; what says nothing of it is a rename. */
const DENIED: Readonly<Record<string, string>> = {
  password: 'You do not have permission to access this library.',
  magic: 'Permission denied.',
};

/** Real servers answer 440, 441 and 500 here; the last one is no fault of ours, so its words go out as a 400. */
const CHANGE_ERRORS: ErrorOverrides = {
  'library-not-found': 'Library not found.',
  'permission-denied': {
    status: 403,
    text: ({ field = '' }) => DENIED[field] ?? 'You do not have permission to rename this library.',
  },
  'argument-missing': { status: 441, text: 'Library password magic is needed.' },
  'password-wrong': worded(({ field }) =>
    field === 'magic' ? 'SearpcError:Incorrect password' : 'Incorrect password',
  ),
};

const OWNER = `/repos/${LIBRARY}/owner/`;

const HISTORY_LIMIT = `/repos/${LIBRARY}/history-limit/`;

export function repoRoutes(
  app: FastifyInstance,
  { libraries: { libraries, passwords } }: HttpServices,
): void {
  app.get(REPO, { config: { errors: READ_ERRORS } }, async (request) =>
    libraryDetail(libraries.find(callerOf(request), libraryIdOf(request))),
  );

  app.delete(REPO, async (request) => {
    await libraries.remove(callerOf(request), libraryIdOf(request));
    return 'success';
  });

  app.post(REPO, { config: { errors: CHANGE_ERRORS } }, async (request) => {
    const operation = queryOf(request).optional('op') ?? 'setpassword';
    if (operation === 'setpassword') return unlock(request);
    if (operation === 'checkpassword') return checkMagic(request);
    if (operation !== 'rename') return 'unsupported operation';
    // A missing name is left to the service to refuse: an unknown library is answered first.
    const name = bodyOf(request).text('repo_name') ?? '';
    const to = { name, ...given({ description: bodyOf(request).optional('repo_desc') }) };
    await libraries.rename(callerOf(request), libraryIdOf(request), to);
    return 'success';
  });

  async function unlock(request: FastifyRequest): Promise<'success'> {
    const password = bodyOf(request).text('password') ?? '';
    await passwords.unlock(callerOf(request), libraryIdOf(request), password);
    return 'success';
  }

  function checkMagic(request: FastifyRequest): 'success' {
    const magic = fieldsOf(request).text('magic') ?? '';
    passwords.checkMagic(callerOf(request), libraryIdOf(request), magic);
    return 'success';
  }

  app.get(OWNER, async (request) => ({
    owner: ownerId(libraries.owner(callerOf(request), libraryIdOf(request))),
  }));

  app.put(OWNER, { config: { errors: UNKNOWN_OWNER } }, async (request) => {
    const owner = parseOwner(bodyOf(request).text('owner'));
    const reshare = bodyOf(request).boolean('reshare');
    await libraries.transfer(callerOf(request), libraryIdOf(request), { owner, reshare });
    return { success: true };
  });

  app.get(HISTORY_LIMIT, async (request) => ({
    keep_days: libraries.retention(callerOf(request), libraryIdOf(request)),
  }));

  app.put(HISTORY_LIMIT, async (request) => {
    // Whether the caller may at all is answered before what is wrong with the number.
    libraries.retention(callerOf(request), libraryIdOf(request));
    const keepDays = bodyOf(request).requiredInteger('keep_days');
    return { keep_days: libraries.setRetention(callerOf(request), libraryIdOf(request), keepDays) };
  });
}
