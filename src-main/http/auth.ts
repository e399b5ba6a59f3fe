import type { FastifyRequest } from 'fastify';
import type { Access } from '../../src-shared/contract/call-spec.ts';
import type { Caller } from '../core/access/caller.ts';
import { ADMINISTRATORS_ONLY } from './error-wording.ts';
import { RequestError } from './request-error.ts';

/** The account behind an API token. */
export type FindBearer = (token: string) => { readonly caller: Caller } | 'unknown' | 'inactive' | 'wiped';

/** Who acts by a library token; null: it is none, or has ended. */
export type FindTokenCaller = (token: string) => Caller | null;

/**
 * Finds out who asks, from the headers alone: no body is read before it.
 * @throws RequestError 401, 403 with the words of real servers, on which clients decide whether to sign out.
 */
export function authenticate(
  request: FastifyRequest,
  surfaceAccess: Access,
  findBearer: FindBearer,
  findTokenCaller: FindTokenCaller,
): void {
  const access = request.routeOptions.config.access ?? surfaceAccess;
  if (access === 'anonymous') return;
  const token = tokenOf(request.headers.authorization);
  if (access === 'library-token') {
    request.caller = findTokenCaller(token);
    if (request.caller === null) throw new RequestError(403, 'unauthenticated', 'Token inactive or deleted');
    return;
  }
  const bearer = findBearer(token);
  if (bearer === 'unknown') throw unauthorized('Invalid token');
  if (bearer === 'inactive') throw unauthorized('User inactive or deleted');
  // By this header clients know that they are not just signed out.
  if (bearer === 'wiped') throw unauthorized('Device set to be remote wiped', { 'x-seafile-wiped': 'true' });
  if (access === 'admin' && !bearer.caller.isAdmin)
    throw new RequestError(403, 'permission-denied', ADMINISTRATORS_ONLY);
  request.caller = bearer.caller;
  request.token = token;
}

/** @throws RequestError 401, 403 */
function tokenOf(header: string | undefined): string {
  const [scheme = '', ...words] = (header ?? '').trim().split(/\s+/);
  if (!/^(token|bearer)$/i.test(scheme))
    throw new RequestError(403, 'unauthenticated', 'Authentication credentials were not provided.');
  const [token, surplus] = words;
  if (token === undefined) throw unauthorized('Invalid token header. No credentials provided.');
  if (surplus !== undefined)
    throw unauthorized('Invalid token header. Token string should not contain spaces.');
  return token;
}

function unauthorized(text: string, headers: Readonly<Record<string, string>> = {}): RequestError {
  return new RequestError(401, 'unauthenticated', text, { headers });
}
