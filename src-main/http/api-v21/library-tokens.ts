import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ShownLibraryToken } from '../../usecases/accounts/library-tokens.ts';
import { type ErrorOverrides, worded } from '../error-wording.ts';
import { bodyOf, callerOf, LIBRARY, libraryIdOf, param } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

const PATH = `/repos/${LIBRARY}/repo-api-tokens/`;

const ERRORS: ErrorOverrides = {
  'argument-invalid': worded(({ field, reason }) =>
    reason === 'too-many'
      ? 'There are too many tokens of this library. Please remove some of them.'
      : `${field ?? 'argument'} invalid.`,
  ),
  'name-taken': { status: 400, text: ({ value = '' }) => `app: ${value} token already exists.` },
  'link-not-found': { status: 404, text: 'api token not found' },
};

/** Tokens for programs that get one library and nothing else, for who manages it; used in `via-repo-token.ts`. */
export function libraryTokenRoutes(
  app: FastifyInstance,
  { accounts: { libraryTokens } }: HttpServices,
): void {
  const nameIn = (request: FastifyRequest) => param(request, 'app_name');

  app.get(PATH, { config: { errors: ERRORS } }, async (request) => {
    return { repo_api_tokens: libraryTokens.list(callerOf(request), libraryIdOf(request)).map(tokenItem) };
  });

  app.post(PATH, { config: { errors: ERRORS } }, async (request) => {
    const body = bodyOf(request);
    const appName = body.required('app_name');
    const permission = permissionOf(body.optional('permission') ?? 'rw');
    return tokenItem(libraryTokens.make(callerOf(request), libraryIdOf(request), { appName, permission }));
  });

  app.put(`${PATH}:app_name/`, { config: { errors: ERRORS } }, async (request) => {
    const permission = permissionOf(bodyOf(request).required('permission'));
    return tokenItem(
      libraryTokens.change(callerOf(request), libraryIdOf(request), nameIn(request), permission),
    );
  });

  app.delete(`${PATH}:app_name/`, { config: { errors: ERRORS } }, async (request) => {
    libraryTokens.remove(callerOf(request), libraryIdOf(request), nameIn(request));
    return { success: true };
  });
}

/** One of the words that the call declares. */
function permissionOf(text: string): 'r' | 'rw' {
  return text === 'r' ? 'r' : 'rw';
}

function tokenItem({ libraryId, appName, email, permission, token }: ShownLibraryToken) {
  return { repo_id: libraryId, app_name: appName, generated_by: email, permission, api_token: token };
}
